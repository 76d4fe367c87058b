import type { Permission } from "@svc/contract/kernel/permissions"

/** What stands on the pages to be pressed, and what whoever is offered it must hold; null is for everybody. */
export const actions: ReadonlyArray<readonly [name: RegExp, needs: Permission | "superadmin" | null]> = []
