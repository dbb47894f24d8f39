/** What the coordinator's views of the club say in English: its players, seasons and nights. */
export default {};
