export const leaverTest = {}
