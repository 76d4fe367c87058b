import type { CaseDetails } from "@svc/contract/cases/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Code, Row, Text, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Table } from "#design/Table.tsx"
import { confirmAssetReturn } from "#records/changes-data.ts"
import { personDetails, personWithAddress } from "#work/employees/data.ts"
import { useWords } from "#languages/words.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { toast } from "#frame/toasts.tsx"
import { AssetDialog } from "./AssetDialog.tsx"
import type { Holder } from "./HolderField.tsx"
import { AssetName, AssetState, DueBack } from "./parts.tsx"
import { useAssetWork } from "./work.tsx"

/** The holder: the case's directory record, else the person with its email. */
const useHolder = ({ employee_email, org_employee_id }: CaseDetails): Holder | undefined => {
  const found = useQuery<Holder | null, unknown>(
    org_employee_id === null ? personWithAddress(employee_email ?? "-") : personDetails(org_employee_id)
  )
  return AsyncResult.isSuccess(found) ? (found.value ?? undefined) : undefined
}

/** Confirmation that all equipment is returned, required for completion. */
const Confirmation = ({ details }: { readonly details: CaseDetails }) => {
  const words = useWords().assets
  const { moment } = useFormat()
  const { may } = useMay()
  const { asset_return_confirmed_at, assets = [], id, status } = details
  const confirming = useAction(confirmAssetReturn, { onDone: () => toast(words.confirmed) })
  const out = assets.filter((asset) => asset.status === "deployed").length
  if (asset_return_confirmed_at !== null) {
    return <Banner tone="good" title={words.confirmedAt(moment(asset_return_confirmed_at))} />
  }
  if (status === "cancelled" || status === "completed" || !may("offboardings_edit")) return null
  return (
    <Stack gap={2}>
      <Refusal of={confirming.result} />
      <Row apart gap={2}>
        <Text tone="2">{out === 0 ? words.confirmText : words.stillOut(out)}</Text>
        <Button icon="package-check" busy={confirming.busy} onClick={() => confirming.start(id)}>
          {words.confirm}
        </Button>
      </Row>
    </Stack>
  )
}

/** Equipment of the employee, with its return status. */
export const CaseAssets = ({ details }: { readonly details: CaseDetails }) => {
  const { assets: words, cases } = useWords()
  const { may } = useMay()
  const [adding, setAdding] = useState(false)
  const holder = useHolder(details)
  const { actions, dialogs, refused } = useAssetWork(details.id)
  if (details.assets === undefined) return null
  const mayAdd = may("assets_manage")
  return (
    <Stack gap={3}>
      {refused}
      <Card
        title={cases.tabs.assets}
        flush
        actions={
          mayAdd &&
          holder !== undefined && (
            <Button size="small" icon="plus" onClick={() => setAdding(true)}>
              {words.add}
            </Button>
          )
        }
      >
        {details.assets.length === 0 ? (
          <Placeholder
            icon="laptop"
            title={words.noneHere}
            text={mayAdd && holder === undefined ? words.notInDirectory : words.noneHereText}
          />
        ) : (
          <Table
            label={cases.tabs.assets}
            rows={details.assets}
            keyOf={({ id }) => id}
            columns={[
              { name: words.name, cell: (asset) => <AssetName {...asset} />, align: "main" },
              { name: words.state, cell: (asset) => <AssetState {...asset} />, align: "tight" },
              {
                name: words.condition,
                cell: ({ condition }) => <Text tone="2">{condition}</Text>,
                align: "tight",
                wideOnly: true
              },
              {
                name: words.tracking,
                cell: ({ shipment, tracking_number }) =>
                  tracking_number === null || tracking_number === "" ? (
                    <Text tone="3">–</Text>
                  ) : (
                    <Text>
                      {shipment !== null && shipment.carrier !== "" && `${shipment.carrier} `}
                      <Code>{tracking_number}</Code>
                    </Text>
                  ),
                align: "tight",
                wideOnly: true
              },
              { name: words.due, cell: (asset) => <DueBack item={asset} />, align: "end", wideOnly: true },
              { name: words.actions, quiet: true, cell: (asset) => actions(asset, holder), align: "end" }
            ]}
          />
        )}
      </Card>
      <Confirmation details={details} />
      {adding && <AssetDialog holder={holder} inCase={details.id} onClose={() => setAdding(false)} />}
      {dialogs}
    </Stack>
  )
}
