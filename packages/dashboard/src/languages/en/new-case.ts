export const newCase = {}
