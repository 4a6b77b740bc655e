/** What is used of LINE's own code. */
type Line = {
  isInClient(): boolean
  init(liffId: string): Promise<void>
  accessToken(): string | null
}

type LiffApp = { liffId: string; lineChannelId: string }

/**
 * ID-44: LINE's token for who has opened one of our LIFF apps inside LINE. Undefined in any other browser, where a button leads
 * to LINE, and for an app that isn't ours: LINE isn't even asked about that.
 */
export async function tokenOfLiff(
  liffId: string,
  apps: readonly LiffApp[],
  line: Line,
): Promise<{ lineChannelId: string; lineAt: string } | undefined> {
  const app = apps.find((one) => one.liffId === liffId)
  if (!app || !line.isInClient()) return undefined
  await line.init(liffId)
  const lineAt = line.accessToken()
  return lineAt === null ? undefined : { lineChannelId: app.lineChannelId, lineAt }
}
