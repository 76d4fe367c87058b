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

/** Latest tests, polled because one may be running. */
export const testList = query((_all: "all") => leaverTests.list({}), {
  keys: () => ["leaver tests"],
  every: "5 seconds"
})("all")

export const requestTest = action(
  (payload: RequestLeaverTest) => leaverTests.request({ payload }),
  () => ["leaver tests"]
)

/** A test with its results, polled while it runs. */
export const testDetails = query((id: LeaverTestId) => leaverTests.show({ params: { id } }), {
  keys: () => ["leaver tests"],
  every: "3 seconds"
})

/** Auditor links of a test. */
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

/** Download link, valid for ten minutes; the service records its creation. */
export const testLink = action(
  (id: LeaverTestId) => leaverTests.download({ params: { id } }),
  () => []
)

/** URL of the printable report page. */
export const reportAddress = (id: LeaverTestId) => addresses["auditor-links"].page({ params: { id } })
