import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Integration } from "../integrations/schema.ts"
import { Decoding, OpenAccess, Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"
import { ChatUnproven, ChatUrlRefused, InteractionRefused, TeamsNotConnected } from "./errors.ts"
import { ChatTest, ConnectTeams } from "./schema.ts"

const manages = { permission: "integrations_manage", stepUp: "first", feature: "slackNotifications" } as const

/** Team chat (chat-4); Slack is connected as the other services are. */
export class ChatApi extends HttpApiGroup.make("chat")
  .add(
    HttpApiEndpoint.post("connectTeams", "/connect", {
      payload: ConnectTeams,
      success: Integration.pipe(HttpApiSchema.status(201)),
      error: [ChatUrlRefused, ChatUnproven]
    }).annotateMerge(
      route(
        manages,
        "Connect Microsoft Teams",
        "Takes the URL of a workflow that posts to a channel. Posts a first message as a test."
      )
    ),
    HttpApiEndpoint.post("testTeams", "/test", { success: ChatTest, error: TeamsNotConnected }).annotateMerge(
      route(manages, "Test Microsoft Teams", "Posts a test message to the connected channel and returns the result.")
    )
  )
  .pipe(behindSession)
  .prefix("/api/integrations/teams")
  .annotateMerge(group("Team chat", "Messages to Microsoft Teams")) {}

const form = {
  required: true,
  content: {
    "application/x-www-form-urlencoded": {
      schema: {
        type: "object" as const,
        properties: { payload: { type: "string" as const, description: "The interaction as JSON" } },
        required: ["payload"]
      }
    }
  }
}

/** What people press in Slack. */
export class SlackInteractionsApi extends HttpApiGroup.make("slack-interactions")
  .add(
    HttpApiEndpoint.post("interact", "/interactions", {
      success: HttpApiSchema.Empty(200),
      error: InteractionRefused
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Take a Slack interaction",
          description:
            "Slack calls it when someone chooses Approve or Reject; signed with the connection's " +
            "`signing_secret`. The decision is made as the member with the Slack user's email address, with that " +
            "member's permissions.",
          // The signature is over the bytes, so the form is not decoded as bodies are.
          transform: (operation) => ({ ...operation, requestBody: form })
        })
      )
      .annotate(Requires, { open: true, callback: true })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/integrations/slack")
  .annotateMerge(group("Slack interactions", "Buttons in Slack messages")) {}
