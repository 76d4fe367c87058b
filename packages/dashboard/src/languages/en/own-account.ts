export const ownAccount = {}
