import { expect, test } from 'vitest'
import { tokenOfLiff } from './liff-token.ts'

const apps = [{ liffId: '165-shop', lineChannelId: '165' }]

/** LINE's browser, or another one, and the apps that were begun in it. */
function lineThat({ isInClient = true, token = 'of-line' as string | null } = {}) {
  const begun: string[] = []
  const line = {
    isInClient: () => isInClient,
    init: async (liffId: string) => void begun.push(liffId),
    accessToken: () => (begun.length > 0 ? token : null),
  }
  return { line, begun }
}

test("ID-44 inside LINE an app of ours gives LINE's token, with the channel that it is of", async () => {
  const { line } = lineThat()
  expect(await tokenOfLiff('165-shop', apps, line)).toEqual({ lineChannelId: '165', lineAt: 'of-line' })
})

test('ID-44 an app that is not ours is not begun, nor any outside of LINE; without a token nobody is signed in', async () => {
  const inside = lineThat()
  expect(await tokenOfLiff('999-evil', apps, inside.line)).toBeUndefined()
  const outside = lineThat({ isInClient: false })
  expect(await tokenOfLiff('165-shop', apps, outside.line)).toBeUndefined()
  expect([...inside.begun, ...outside.begun]).toEqual([])
  expect(await tokenOfLiff('165-shop', apps, lineThat({ token: null }).line)).toBeUndefined()
})
