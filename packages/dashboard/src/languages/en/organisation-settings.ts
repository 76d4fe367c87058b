export const organisationSettings = {}
