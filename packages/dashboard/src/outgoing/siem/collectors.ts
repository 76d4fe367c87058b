import type { SiemTargetType } from "@svc/contract/siem/schema"
import { useWords } from "#languages/words.ts"

const makers: Readonly<Record<Exclude<SiemTargetType, "generic">, string>> = {
  splunk_hec: "Splunk",
  datadog: "Datadog",
  elasticsearch: "Elasticsearch",
  sumo_logic: "Sumo Logic",
  new_relic: "New Relic"
}

/** Name of a collector kind: the vendor's name, the same in every language. */
export const useCollectorName = () => {
  const { signedWebhook } = useWords().siem
  return (type: SiemTargetType) => (type === "generic" ? signedWebhook : makers[type])
}
