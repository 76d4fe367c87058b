import type { PreviewedApp, PreviewedItem } from "@svc/contract/revocations/schema"
import { Effect, Option, Result } from "effect"
import { Integrations } from "#connections/integrations/service"
import type { Connection } from "#connections/vendors/protocol/connection"
import type { Leaver } from "#connections/vendors/protocol/connector"
import type { Revoker } from "#connections/vendors/protocol/revoker"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import { holdsMailbox } from "./mailbox.ts"
import type { ClosableItem } from "#access-removal/left-behind/service"

/** Asks the plan of each item, which makes no call. */
const itemOf =
  (inventory: NonNullable<Revoker["inventory"]>, connection: Connection, leaver: Leaver) =>
  ({ closing, external_id, id, kind, label, new_owner_email, new_owner_name }: ClosableItem): PreviewedItem => {
    const successor =
      closing === "transfer" ? { email: new_owner_email ?? "", name: new_owner_name ?? new_owner_email ?? "" } : null
    return {
      id,
      kind,
      label,
      closing,
      new_owner_email: successor === null ? null : successor.email,
      calls: inventory.plan(connection, leaver, { kind, externalId: external_id }, successor)
    }
  }

/** What a run would do at an app: the calls for the account, and those for the orphaned items that it ends or hands over first. */
export const makePreviewed = Effect.gen(function* () {
  const integrations = yield* Integrations
  const connectors = yield* VendorRegistry

  return Effect.fnUntraced(function* (
    leaver: Option.Option<Leaver>,
    service: string,
    items: ReadonlyArray<ClosableItem>
  ) {
    const holds_mailbox = holdsMailbox(service)
    const note = (text: string): PreviewedApp => ({
      service,
      effects: [],
      survives: [],
      undo: null,
      looked_up_by: null,
      holds_mailbox,
      calls: [],
      note: text,
      left_behind: []
    })
    const connected = yield* Effect.result(integrations.revocable(service))
    if (Result.isFailure(connected)) return note("The stored credential cannot be read. Connect the app again")
    if (Option.isNone(connected.success)) return note("No longer connected: remove the access manually")
    const connection = connected.success.value
    const revoker = connectors.find(connection.protocol)
    if (Option.isNone(revoker)) return note("This app has no API for it: remove the access manually")
    if (Option.isNone(leaver)) return note("The offboarding has no email address to look up")
    const { effects, inventory, plan, survives, undo, usernameOf } = revoker.value
    const app: PreviewedApp = {
      service,
      effects: effects(connection),
      survives: survives(connection),
      undo: undo(connection),
      looked_up_by: usernameOf(leaver.value) ?? leaver.value.email,
      holds_mailbox,
      calls: plan(connection, leaver.value),
      note: null,
      left_behind:
        inventory === undefined
          ? []
          : items
              .filter(({ service_name }) => service_name === service)
              .map(itemOf(inventory, connection, leaver.value))
    }
    return app
  })
})
