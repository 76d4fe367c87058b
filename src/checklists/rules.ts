/** What the record that a task follows says of it. */
export type FollowedState = "settled" | "open" | "none"

export interface FollowingTask {
  readonly completed: boolean
  readonly notNeeded: boolean
  readonly selfCompleted: boolean
}

/**
 * A task that follows a record completes itself once that is settled, and opens again with it unless somebody ticked
 * it. What is marked not needed stays so.
 */
export const followUp = (item: FollowingTask, state: FollowedState): "complete" | "reopen" | "leave" => {
  if (item.notNeeded) return "leave"
  if (state === "settled" && !item.completed) return "complete"
  return state === "open" && item.selfCompleted ? "reopen" : "leave"
}
