import { Option } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { Leaver } from "#connections/vendors/protocol/connector"
import type { ItemName, PlanClosing, PlannedCall, Successor } from "#connections/vendors/protocol/inventory"
import { keyOf } from "./api.ts"
import { calendarIn } from "./calendars.ts"
import { isDrive } from "./drive.ts"
import { groupIn, membersAt } from "./groups.ts"
import { settingsAt, wayIn } from "./mailbox.ts"
import { transfersUrl, usersUrl } from "./steps.ts"

type Addresses = VendorAddresses["Service"]

const ending = (
  addresses: Addresses,
  { accountId, email }: Leaver,
  { externalId, kind }: ItemName
): ReadonlyArray<PlannedCall> => {
  const id = encodeURIComponent(externalId)
  // Writes use the id that the lookup finds.
  const user = `${usersUrl(addresses)}/${accountId === null ? "{id}" : encodeURIComponent(accountId)}`
  const settings = settingsAt(addresses, email)
  switch (kind) {
    case "oauth_grant":
      return [{ method: "DELETE", url: `${user}/tokens/${id}` }]
    case "app_password":
      return [{ method: "DELETE", url: `${user}/asps/${id}` }]
    case "delegate":
      return [{ method: "DELETE", url: `${settings}/delegates/${keyOf(externalId)}` }]
    case "forwarding":
      return Option.match(wayIn(externalId), {
        onNone: () => [],
        onSome: (way) =>
          way.way === "auto"
            ? [{ method: "PUT", url: `${settings}/${way.path}` }]
            : [{ method: "DELETE", url: `${settings}/${way.path}/${keyOf(way.id)}` }]
      })
    default:
      return []
  }
}

const giving = (
  addresses: Addresses,
  email: string,
  { externalId, kind }: ItemName,
  successor: Successor
): ReadonlyArray<PlannedCall> => {
  if (kind !== "ownership") return []
  if (isDrive(externalId)) return [{ method: "POST", url: transfersUrl(addresses) }]
  const calendar = calendarIn(externalId)
  if (Option.isSome(calendar)) {
    const url = `${addresses.of("googleApis")}/calendar/v3/calendars/${encodeURIComponent(calendar.value)}`
    return [{ method: "POST", url: `${url}/transferOwnership` }]
  }
  const group = groupIn(externalId)
  if (Option.isNone(group)) return []
  const members = membersAt(addresses, group.value)
  // The successor is added, or is a member already and becomes an owner.
  return [
    { method: "POST", url: members },
    { method: "PATCH", url: `${members}/${keyOf(successor.email)}` },
    { method: "PATCH", url: `${members}/${keyOf(email)}` }
  ]
}

/** What ending an orphaned item would call at Google, or transferring it. */
export const googlePlan =
  (addresses: Addresses): PlanClosing =>
  (_service, leaver, item, successor) =>
    successor === null ? ending(addresses, leaver, item) : giving(addresses, leaver.email, item, successor)
