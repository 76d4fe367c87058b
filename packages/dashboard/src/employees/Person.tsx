import { useWords } from "../languages/words.ts"
import { Page } from "../shell/Page.tsx"

export const Person = () => <Page title={useWords().shell.people}>{null}</Page>
