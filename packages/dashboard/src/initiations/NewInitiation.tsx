import { useWords } from "../languages/words.ts"
import { Page } from "../shell/Page.tsx"

export const NewInitiation = () => <Page title={useWords().shell.newInitiation}>{null}</Page>
