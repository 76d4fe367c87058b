import { AppApi } from "@svc/contract/app-api"
import { Requires } from "@svc/contract/kernel/access"
import type { Permission } from "@svc/contract/kernel/permissions"
import { Context } from "effect"
import { HttpApi } from "effect/http-api"

const found = new Set<Permission>()
HttpApi.reflect(AppApi, {
  onGroup: () => {},
  onEndpoint: ({ mergedAnnotations }) => {
    const { anyPermission = [], permission, permissions = [], stepUp } = Context.get(mergedAnnotations, Requires) ?? {}
    if (stepUp === undefined || stepUp === "own") return
    for (const name of [...permissions, ...anyPermission]) found.add(name)
    if (permission !== undefined) found.add(permission)
  }
})

/** Permissions for which a route of the contract asks for a step-up: so does granting one of them. */
export const stepUpPermissions: ReadonlySet<Permission> = found
