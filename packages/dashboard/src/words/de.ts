/** Words of the frame, Home, and all screens: loaded first. */
export const language: string = "de"
export * from "#platform/de.ts"
export * from "#records/de.ts"
export * from "#outgoing/notifications/de.ts"
export * from "#work/checklists/de.ts"
export * from "#home/de.ts"
export * from "#shell/de.ts"
