/** What the coordinator's views of the club say in French: its players, seasons and nights. */
export default {};
