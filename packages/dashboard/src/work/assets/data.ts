import { AssetsApi } from "@svc/contract/assets/api"
import type { Asset, AssetShipment, CreateAsset, EditAsset, ListAssets } from "@svc/contract/assets/schema"
import type { AssetId, OffboardingId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { clientOf } from "#platform/api.ts"
import { action, query, queryOne } from "#platform/atoms.ts"

const assets = clientOf(AssetsApi)

/** Counts by state and category, and when what is out is due back. */
export const assetSummary = queryOne(() => assets.summary({}), ["assets"])

type AssetFilters = Omit<ListAssets, "limit" | "offset"> & { readonly offset?: number }

export const pageSize = 50

export const assetPage = query(
  ({ offset = 0, ...filters }: AssetFilters) => assets.list({ query: { ...filters, offset, limit: pageSize } }),
  { keys: () => ["assets"] }
)

/** What an asset is to whoever changes it, in the list and in a case. */
export type Item = Pick<
  Asset,
  "id" | "item_name" | "serial_number" | "model" | "condition" | "return_deadline" | "status"
> & {
  readonly category: string
  readonly tracking_number: string | null
  /** In a case: what the person announced on the portal. */
  readonly shipment?: AssetShipment | null
}

/** The case in which it is done; its tasks follow. */
interface InCase {
  readonly inCase?: OffboardingId | undefined
}

const touched = ({ inCase }: InCase) => ["assets", ...(inCase === undefined ? [] : [`case ${inCase}`, "cases"])]

// Name and serial number go with every edit.
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

/** A lost one has turned up. What condition it is in is said by an edit of its own: the return takes no word of it. */
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

/** The parcel that was announced has arrived. */
export const receiveAsset = action(
  ({ item }: InCase & { readonly item: Item }) => assets.receive({ params: { id: item.id } }),
  touched
)

export const returnAssets = action(
  (items: ReadonlyArray<Item>) => assets.returnMany({ payload: { ids: items.map(({ id }) => id) } }),
  () => ["assets", "cases"]
)

/** They are out again, as before they were returned or lost. */
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
