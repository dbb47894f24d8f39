/** What the coordinator's views of a night under way say in French. */
export default {};
