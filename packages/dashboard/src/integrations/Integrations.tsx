import { useWords } from "../languages/words.ts"
import { Page } from "../shell/Page.tsx"

export const Integrations = () => <Page title={useWords().shell.integrations}>{null}</Page>
