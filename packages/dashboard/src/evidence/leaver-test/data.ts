import type { AuditorLinkId, LeaverTestId } from "@svc/contract/kernel/ids"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { LeaverTestApi } from "@svc/contract/leaver-test/api"
import { AuditorLinksApi } from "@svc/contract/leaver-test/links-api"
import type { CreateAuditorLink, RequestLeaverTest } from "@svc/contract/leaver-test/schema"
import { HttpApiClient } from "effect/http-api"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const leaverTests = clientOf(LeaverTestApi)
const auditorLinks = clientOf(AuditorLinksApi)
const addresses = HttpApiClient.urlBuilder(appSurface.add(AuditorLinksApi))

/** The newest of them; looked at again as one may be in the making. */
export const testList = query((_all: "all") => leaverTests.list({}), {
  keys: () => ["leaver tests"],
  every: "5 seconds"
})("all")

export const requestTest = action(
  (payload: RequestLeaverTest) => leaverTests.request({ payload }),
  () => ["leaver tests"]
)

/** One of them, with what it found; watched while it is made. */
export const testDetails = query((id: LeaverTestId) => leaverTests.show({ params: { id } }), {
  keys: () => ["leaver tests"],
  every: "3 seconds"
})

/** Who can read it without an account. */
export const linksOf = query((id: LeaverTestId) => auditorLinks.list({ params: { id } }), {
  keys: (id) => [`auditor links ${id}`],
  every: "30 seconds"
})

export const makeLink = action(
  ({ id, ...payload }: CreateAuditorLink & { readonly id: LeaverTestId }) =>
    auditorLinks.create({ params: { id }, payload }),
  ({ id }) => [`auditor links ${id}`]
)

export const revokeLink = action(
  (params: { readonly id: LeaverTestId; readonly linkId: AuditorLinkId }) => auditorLinks.revoke({ params }),
  ({ id }) => [`auditor links ${id}`]
)

/** A link that is good for ten minutes; the service writes down that it was given. */
export const testLink = action(
  (id: LeaverTestId) => leaverTests.download({ params: { id } }),
  () => []
)

/** The report as a page of the service's own, printable. */
export const reportAddress = (id: LeaverTestId) => addresses["auditor-links"].page({ params: { id } })
