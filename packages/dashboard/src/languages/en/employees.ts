export const employees = {}
