import { useWords } from "../languages/words.ts"
import { Page } from "../shell/Page.tsx"

export const People = () => <Page title={useWords().shell.people}>{null}</Page>
