import { Schema } from "effect"
import { innermostMessage } from "#platform/process/start-failed"

/** The backup cannot be made, read or restored; `error` says why and what to do. */
export class BackupFailed extends Schema.TaggedError<BackupFailed>()("BackupFailed", { error: Schema.String }) {
  override get message() {
    return this.error
  }
}

export const refuse = (error: string) => new BackupFailed({ error })

/** What a storage or the database said itself, put behind what was tried. */
export const whileTrying = (tried: string) => (failure: { readonly message: string }) =>
  failure instanceof BackupFailed ? failure : refuse(`${tried}: ${innermostMessage(failure) || failure.message}`)
