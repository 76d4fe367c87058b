export const initiations = {}
