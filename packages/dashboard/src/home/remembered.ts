const name = (orgId: string | null) => `set-up-done ${orgId ?? ""}`

/** Remembered by this browser, so that what is done for good is not asked for at each visit. */
export const isSetUp = (orgId: string | null) => localStorage.getItem(name(orgId)) !== null

export const rememberSetUp = (orgId: string | null) => localStorage.setItem(name(orgId), "yes")
