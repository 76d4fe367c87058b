import { ConfigureSso, type SsoSettings } from "@svc/contract/sso/schema"
import { useState } from "preact/hooks"
import { Banner } from "#design/Banner.tsx"
import { AreaField, FileField, TextField } from "#design/Field.tsx"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useForm } from "#platform/form.ts"
import { configureSso } from "./data.ts"

/** Certificates: several as PEM, or one as the base64 of metadata. */
const certificatesIn = (text: string): ReadonlyArray<string> => {
  const pem = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g)
  return pem ?? (text.trim() === "" ? [] : [text.trim()])
}

/** Identity provider by metadata document or single values; other settings are kept. */
export const ProviderDialog = ({ of, onClose }: { readonly of: SsoSettings; readonly onClose: () => void }) => {
  const words = useWords().sso
  const [way, setWay] = useState<"document" | "values">("document")
  const [pem, setPem] = useState("")
  const certificates = certificatesIn(pem)
  const byDocument = way === "document"
  const beside = {
    enforce_sso: of.enforce_sso,
    domains: of.domains,
    ...(byDocument || certificates.length === 0 ? {} : { certificates })
  }
  const document = useForm(ConfigureSso, { metadata_xml: "" }, beside)
  const values = useForm(
    ConfigureSso,
    { entry_point: of.entry_point ?? "", idp_issuer: of.idp_issuer ?? "", logout_url: of.logout_url ?? "" },
    beside,
    ["entry_point", "idp_issuer"]
  )
  const saving = useDialogAction(configureSso, words.saved, onClose)
  const submit = () => {
    if (byDocument) {
      // An empty document would keep the old provider silently.
      if (document.text.metadata_xml.trim() === "") document.blame("metadata_xml", words.fileHelp)
      else document.submit(saving.start)
    } else if (certificates.length === 0) values.blame("certificates", words.certificatesHelp)
    else values.submit(saving.start)
  }
  return (
    <ActionDialog
      title={of.configured ? words.replace : words.setUp}
      {...(of.configured ? { why: words.replaceText } : {})}
      wide
      onClose={onClose}
      onSubmit={submit}
      act={saving}
      confirm={words.save}
      variant={of.configured ? "danger" : "primary"}
    >
      <OptionCards label={words.way}>
        <OptionCard group="way" name={words.byMetadata} chosen={byDocument} onPick={() => setWay("document")} />
        <OptionCard group="way" name={words.byFields} chosen={!byDocument} onPick={() => setWay("values")} />
      </OptionCards>
      {byDocument ? (
        <>
          <FileField
            label={words.file}
            help={words.fileHelp}
            accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
            onFile={(file) => void file.text().then((xml) => document.prefill({ metadata_xml: xml }))}
          />
          <AreaField label={words.xml} code {...document.field("metadata_xml")} />
        </>
      ) : (
        <>
          <TextField label={words.entryPoint} autoComplete="off" {...values.field("entry_point")} />
          <TextField label={words.issuer} autoComplete="off" {...values.field("idp_issuer")} />
          <TextField label={words.logoutUrl} autoComplete="off" {...values.field("logout_url")} />
          <AreaField
            label={words.certificates}
            help={words.certificatesHelp}
            code
            required
            value={pem}
            wrong={values.wrong("certificates")}
            onInput={setPem}
          />
        </>
      )}
      {values.wrong("") !== undefined && <Banner tone="bad" title={values.wrong("") ?? ""} />}
    </ActionDialog>
  )
}
