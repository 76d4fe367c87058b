/** Words of the frame, Home, and all screens: loaded first. */
export const language: string = "en"
export * from "#platform/en.ts"
export * from "#records/en.ts"
export * from "#outgoing/notifications/en.ts"
export * from "#work/checklists/en.ts"
export * from "#home/en.ts"
export * from "#shell/en.ts"
