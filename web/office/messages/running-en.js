/** What the coordinator's views of a night under way say in English. */
export default {};
