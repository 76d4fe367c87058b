import { Caller } from "@svc/contract/kernel/access"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import { SavedViewNotFound, TooManyViews } from "@svc/contract/saved-views/errors"
import {
  type ChangeView,
  maxSavedViews,
  type SavedView,
  SavedViewId,
  type SavedViews as Listed,
  type SaveView
} from "@svc/contract/saved-views/schema"
import { Context, DateTime, Effect, Option } from "effect"
import { Randomness } from "#platform/crypto/random"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { type SavedViewRow, SavedViewsRepo } from "./repo.ts"

/** Filters of the list of offboardings under a name: members' own, and shared ones. They grant nothing. */
export class SavedViews extends Context.Service<
  SavedViews,
  {
    readonly list: Effect.Effect<Listed, never, Caller>
    save(view: SaveView): Effect.Effect<SavedView, TooManyViews, Caller>
    change(id: SavedViewId, changes: ChangeView): Effect.Effect<SavedView, SavedViewNotFound | PermissionDenied, Caller>
    remove(id: SavedViewId): Effect.Effect<void, SavedViewNotFound | PermissionDenied, Caller>
  }
>()("svc/saved-views/SavedViews") {
  static readonly layerNoDeps = layerOf(SavedViews, function* () {
    const db = yield* Db
    const repo = yield* SavedViewsRepo
    const randomness = yield* Randomness

    const me = Effect.gen(function* () {
      const { orgId, userId } = yield* Caller
      return userId === null ? yield* Effect.die("This verb needs a session") : { orgId, userId }
    })

    const shown = Effect.fnUntraced(function* ({ user_id, ...view }: SavedViewRow) {
      const { role, userId } = yield* Caller
      const mine = user_id === userId
      return { ...view, mine, can_change: mine || role === "superadmin" || role === "admin" }
    })

    const list = Effect.gen(function* () {
      const views = yield* repo.visible(yield* me)
      return { rows: yield* Effect.forEach(views, shown) }
    }).pipe(db.transact, Effect.withSpan("SavedViews.list"))

    const save = Effect.fn("SavedViews.save")(function* ({ filters, name, shared = false }: SaveView) {
      const { orgId, userId } = yield* me
      if ((yield* repo.countOwn({ orgId, userId })) >= maxSavedViews) return yield* new TooManyViews()
      const view = {
        id: SavedViewId.make(yield* randomness.uuid),
        user_id: userId,
        name,
        filters,
        shared,
        created_at: yield* DateTime.now
      }
      yield* repo.insert({ org_id: orgId, ...view })
      return yield* shown(view)
    }, db.transact)

    /** A view that the caller may change, held to the end of the transaction. */
    const held = Effect.fnUntraced(function* (id: SavedViewId) {
      const found = yield* repo.lock({ ...(yield* me), id })
      if (Option.isNone(found)) return yield* new SavedViewNotFound()
      if (!(yield* shown(found.value)).can_change) {
        return yield* new PermissionDenied({
          error:
            "Only the member who saved this view, a Super Admin or an Admin can change or delete it. Ask one of them"
        })
      }
      return found.value
    })

    const change = Effect.fn("SavedViews.change")(function* (id: SavedViewId, changes: ChangeView) {
      const { orgId } = yield* Caller
      const view = { ...(yield* held(id)), ...changes }
      yield* repo.update({ org_id: orgId, ...view })
      return yield* shown(view)
    }, db.transact)

    const remove = Effect.fn("SavedViews.remove")(function* (id: SavedViewId) {
      const { orgId } = yield* Caller
      yield* held(id)
      yield* repo.remove({ orgId, id })
    }, db.transact)

    return SavedViews.of({ list, save, change, remove })
  })
}
