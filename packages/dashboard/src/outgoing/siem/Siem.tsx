import type { SiemTarget } from "@svc/contract/siem/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { Button, IconButton } from "#design/Button.tsx"
import { Text } from "#design/layout.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Table, TableSkeleton } from "#design/Table.tsx"
import { useSaid } from "#languages/said.ts"
import { useWords } from "#languages/words.ts"
import { siem } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { Page } from "#frame/Page.tsx"
import { toast } from "#frame/toasts.tsx"
import { changeTarget, targets, testTarget } from "./data.ts"
import { ExportDialog } from "./ExportDialog.tsx"
import { Counts, TargetName, TargetState } from "./parts.tsx"
import { RemoveTargetDialog } from "./RemoveTargetDialog.tsx"
import { TargetDialog } from "./TargetDialog.tsx"

type Asked = { readonly kind: "new" } | { readonly kind: "edit" | "export" | "remove"; readonly of: SiemTarget }

/** SIEM destinations with their delivery state. */
export const Siem = () => {
  const words = useWords().siem
  const { may } = useMay()
  const say = useSaid()
  const [asked, ask] = useState<Asked>()
  const test = useAction(testTarget, {
    onDone: (outcome) =>
      outcome.success
        ? toast(words.tested(outcome.status))
        : toast(words.testFailed(say(outcome.error)), { tone: "bad" })
  })
  const change = useAction(changeTarget)
  const close = () => ask(undefined)
  const create = may("settings_manage") && (
    <Button variant="primary" icon="plus" onClick={() => ask({ kind: "new" })}>
      {words.create}
    </Button>
  )
  const actions = (of: SiemTarget) => {
    const id = `target-${of.id}`
    return (
      <>
        <IconButton icon="ellipsis" label={words.actionsFor(of.name)} popover={id} />
        <Menu id={id} label={words.actionsFor(of.name)}>
          <MenuItem icon="send" onClick={() => test.start(of.id)}>
            {words.test}
          </MenuItem>
          {may("audit_export") && (
            <MenuItem icon="rotate-ccw-clock" onClick={() => ask({ kind: "export", of })}>
              {words.export}
            </MenuItem>
          )}
          <MenuItem icon="pencil" onClick={() => ask({ kind: "edit", of })}>
            {words.edit}
          </MenuItem>
          <MenuItem
            icon={of.active ? "ban" : "rotate-ccw"}
            onClick={() => change.start({ id: of.id, active: !of.active })}
          >
            {of.active ? words.pause : words.resume}
          </MenuItem>
          <MenuItem icon="trash" danger onClick={() => ask({ kind: "remove", of })}>
            {words.delete}
          </MenuItem>
        </Menu>
      </>
    )
  }
  return (
    <Page title={words.title} about={words.about} actions={create}>
      <PlaceTabs current={siem()} />
      <Refusal of={test.result} />
      <Refusal of={change.result} />
      <Loaded of={targets} skeleton={<TableSkeleton columns={4} rows={3} />}>
        {(rows, busy) =>
          rows.length === 0 ? (
            <Placeholder icon="shield-check" title={words.none} text={words.noneText} />
          ) : (
            <Table
              label={words.title}
              rows={rows}
              keyOf={({ id }) => id}
              busy={busy || test.busy || change.busy}
              columns={[
                {
                  name: words.name,
                  cell: (of) => (
                    <>
                      <TargetName of={of} />
                      <TargetState of={of} />
                    </>
                  ),
                  align: "main"
                },
                {
                  name: words.events,
                  cell: ({ all_events, events }) => (
                    <Text tone="2" oneLine>
                      {all_events ? words.all : words.someEvents(events.length)}
                    </Text>
                  ),
                  align: "tight",
                  wideOnly: true
                },
                { name: words.counts, cell: (of) => <Counts of={of} />, align: "tight" },
                { name: words.actions, quiet: true, cell: actions, align: "tight" }
              ]}
            />
          )
        }
      </Loaded>
      {asked?.kind === "new" && <TargetDialog onClose={close} />}
      {asked?.kind === "edit" && <TargetDialog of={asked.of} onClose={close} />}
      {asked?.kind === "export" && <ExportDialog of={asked.of} onClose={close} />}
      {asked?.kind === "remove" && <RemoveTargetDialog of={asked.of} onClose={close} />}
    </Page>
  )
}
