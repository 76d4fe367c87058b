import type { ApprovalStep } from "@svc/contract/approval-chains/schema"
import type { Role } from "@svc/contract/kernel/permissions"
import { AsyncResult } from "effect/reactivity"
import { useMay } from "#access/data.ts"
import { memberList, roleList } from "#access/members-data.ts"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"

/** Approver of a step as a select value. */
export const whoOf = ({ approver_id, approver_role }: ApprovalStep): string =>
  approver_id === undefined ? `role ${approver_role ?? ""}` : `member ${approver_id}`

/** Step of a select value; the contract validates it. */
export const stepOf = ({ name, who }: { readonly who: string; readonly name: string }) => {
  const [kind, id = ""] = who.split(" ")
  return {
    ...(kind === "member" ? { approver_id: id } : { approver_role: id }),
    ...(name.trim() === "" ? {} : { name })
  }
}

const order: ReadonlyArray<Role> = ["manager", "hr", "admin", "superadmin"]

/** Possible approvers: roles, and members if you can see them. */
export const useApprovers = (): ReadonlyArray<readonly [string, string]> => {
  const { approvalChains: words, members } = useWords()
  const { may } = useMay()
  const mayList = may("members_manage")
  const [people, roles] = [useQuery(memberList(mayList)), useQuery(roleList(mayList))]
  const own = AsyncResult.isSuccess(roles) ? roles.value.filter(({ id }) => id !== null) : []
  return [
    ...order.map((role) => [`role ${role}`, words.holders(members.roleNames[role])] as const),
    ...own.map(({ id, name }) => [`role ${id}`, words.holders(name)] as const),
    ...(AsyncResult.isSuccess(people) ? people.value : []).map(
      ({ full_name, user_id }) => [`member ${user_id}`, full_name] as const
    )
  ]
}
