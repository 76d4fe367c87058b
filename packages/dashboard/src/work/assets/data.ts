import { AssetsApi } from "@svc/contract/assets/api"
import type { Asset, AssetShipment, CreateAsset, EditAsset, ListAssets } from "@svc/contract/assets/schema"
import type { AssetId, OffboardingId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { clientOf } from "#platform/api.ts"
import { action, query, queryOne } from "#platform/atoms.ts"

const assets = clientOf(AssetsApi)

/** Counts by status and category, and outstanding items by due date. */
export const assetSummary = queryOne(() => assets.summary({}), ["assets"])

type AssetFilters = Omit<ListAssets, "limit" | "offset"> & { readonly offset?: number }

export const pageSize = 50

export const assetPage = query(
  ({ offset = 0, ...filters }: AssetFilters) => assets.list({ query: { ...filters, offset, limit: pageSize } }),
  { keys: () => ["assets"] }
)

/** Equipment as CSV. */
export const exportAssets = action(
  (query: Omit<AssetFilters, "offset">) => assets.export({ query }),
  () => []
)

/** An item as the list and a case share it. */
export type Item = Pick<
  Asset,
  "id" | "item_name" | "serial_number" | "model" | "condition" | "return_deadline" | "status"
> & {
  readonly category: string
  readonly tracking_number: string | null
  /** In a case: the shipment announced in the portal. */
  readonly shipment?: AssetShipment | null
}

/** The case in which it is done, whose tasks change too. */
interface InCase {
  readonly inCase?: OffboardingId | undefined
}

const touched = ({ inCase }: InCase) => ["assets", ...(inCase === undefined ? [] : [`case ${inCase}`, "cases"])]

// Every edit sends name and serial number.
const named = ({ item_name, serial_number }: Pick<Item, "item_name" | "serial_number">) => ({
  itemName: item_name,
  serialNumber: serial_number
})

export const addAsset = action(
  ({ inCase: _inCase, ...payload }: CreateAsset & InCase) => assets.create({ payload }),
  touched
)

export const editAsset = action(
  ({ id, inCase: _inCase, ...payload }: EditAsset & InCase & { readonly id: AssetId }) =>
    assets.edit({ params: { id }, payload }),
  touched
)

export const markLost = action(
  ({ item }: InCase & { readonly item: Item }) =>
    assets.edit({ params: { id: item.id }, payload: { ...named(item), status: "lost" } }),
  touched
)

/** Returns a lost item. Its condition needs a separate edit: this return does not take one. */
export const returnAsset = action(
  ({ condition, item }: InCase & { readonly item: Item; readonly condition?: string | null | undefined }) =>
    Effect.tap(
      assets.giveBack({ params: { id: item.id }, payload: { found: item.status === "lost" } }),
      condition === undefined || condition === item.condition
        ? Effect.void
        : assets.edit({ params: { id: item.id }, payload: { ...named(item), condition } })
    ),
  touched
)

/** Marks an announced shipment as received. */
export const receiveAsset = action(
  ({ item }: InCase & { readonly item: Item }) => assets.receive({ params: { id: item.id } }),
  touched
)

export const returnAssets = action(
  (items: ReadonlyArray<Item>) => assets.returnMany({ payload: { ids: items.map(({ id }) => id) } }),
  () => ["assets", "cases"]
)

/** Undoes a return or loss. */
export const takeOutAgain = action(
  ({ items }: InCase & { readonly items: ReadonlyArray<Item> }) =>
    Effect.forEach(items, (item) =>
      assets.edit({
        params: { id: item.id },
        payload: { ...named(item), condition: item.condition, status: item.status }
      })
    ),
  touched
)

export const removeAsset = action(
  ({ id }: InCase & { readonly id: AssetId }) => assets.remove({ params: { id } }),
  touched
)
