import { control, signIn } from '@talad/dev/seed/site'
import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { lineAuthorize } from '@talad/proto/http/identity/ways'
import { adminPermissionsHttp } from '@talad/proto/http/moderation/admin-permissions'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newProfile, watch } from '../src/browser.ts'
import { atDesk, look, openCase } from '../src/desk.ts'
import { onceHeard } from '../src/people.ts'
import { signInToJoin } from '../src/profiles.ts'
import { adminWords as w, wordsIn } from '../src/words.ts'
import { browser, shop, system } from './demonstration.ts'

test('MO-2 letters in the fields of tokens are told, and what was typed stays', async () => {
  const { run } = system
  const admin = await atDesk(browser, run, 'demo-prapha')
  const { page } = admin
  await page.goto(`${run.admin}/issuers?id=new`)
  const name = page.getByLabel(w.of('issuer.nameTh'))
  await name.fill('ช่างปลากัด')
  await page.getByLabel(w.of('suspension.from'), { exact: true }).fill('x1')
  await page.getByLabel(w.of('suspension.to'), { exact: true }).fill('x2')
  await page.getByRole('button', { name: w.of('issuer.save') }).click()
  await page.getByText(w.of('suspension.wrong.from')).waitFor()
  expect(await name.inputValue()).toBe('ช่างปลากัด')
  expect(await look(admin, 'letters-for-tokens')).toEqual([])

  await page.goto(`${run.admin}/assessments/nothing`)
  await page.getByText(w.of('error.notFound')).waitFor()
  await page.getByRole('navigation').first().waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('join-demo-mali')
  await page.getByRole('option', { name: w.of('audit.who') }).waitFor()
  expect(await page.getByText(w.of('palette.nothing')).count()).toBe(0)
  expect(admin.faults).toEqual([])
  await admin.close()
})

test('MO-40 AW-2 who has lost a permission is told so once, and sees no button and no other cause for it', async () => {
  const { run } = system
  const mali = await shop.person('buyer')
  const { list } = await mali.call(listAssets, { query: { ps: 1 } })
  const [asset] = list
  if (!asset) throw new Error('there is nothing to report')
  const report = { asset_id: asset._id, flag_classification: 'spam' as const }
  await onceHeard(['asset_not_found'], () => mali.call(flaggingHttp.requestFlagging, { body: report }))
  const moderator = await atDesk(browser, run, 'demo-thana')
  const { page } = moderator
  await openCase(page, run, asset.metadata.name)
  const ignore = page.getByRole('button', { name: new RegExp(`^${w.of('flag.ignore')}`) })
  await ignore.first().waitFor()

  const { call } = await signIn(run, 'demo-prapha')
  const admins = await call(adminPermissionsHttp.listPermissions, { query: { ps: 100 } })
  const { version = 0 } = admins.list.find(({ customer }) => customer === 'join-demo-thana') ?? {}
  const left = ['flag.read', 'suspension.read', 'assessment.read'] as const
  await call(adminPermissionsHttp.setPermissions, {
    body: { customer: 'join-demo-thana', permissions: [...left], version, note: 'ลาพัก' },
  })
  await page.keyboard.press('i')
  await page.keyboard.press('Enter')
  await page.getByText('flag.resolve').waitFor()
  await ignore.first().waitFor({ state: 'detached' })

  await page.goto(`${run.admin}/withdrawals`)
  await page.getByText('withdrawal.read').first().waitFor()
  expect(await page.getByText(w.of('provider.unknown')).count()).toBe(0)
  await moderator.close()
})

test("ID-44 who opens the site as an app inside LINE's browser is signed in by LINE's own code, and out again by hand", async () => {
  const { run } = system
  const asked = { channelId: '1650000002', userId: 'demo-mali' }
  const liff = z.object({ accessToken: z.string() }).parse(await control(run, 'POST', 'line/liff', asked))
  const context = await newProfile(browser, { userAgent: 'Mozilla/5.0 (Linux; Android 14) Line/14.0.0 LIFF' })
  const faults: string[] = []
  await watch(context, faults)
  await context.addInitScript({ content: 'window._liff = { features: [] }' }) // as LINE's app gives it to a page
  // LINE's place is taken once the page was allowed to ask there
  await context.route('https://api.line.me/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const answer = await fetch(`${run.sandbox}/line/api${pathname}${search}`)
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    await route.fulfill({ status: answer.status, headers, body: await answer.text() })
  })
  const page = await context.newPage()
  const signedIn = page.waitForResponse((one) => new URL(one.url()).pathname === lineAuthorize.path)
  const tokens = new URLSearchParams({ access_token: liff.accessToken, feature_token: 'of-line' })
  await page.goto(`${run.gateway}/?liffId=1650000002-sandbox#${tokens}`)
  expect((await signedIn).status()).toBe(200)
  await page.waitForURL(({ hash, search }) => hash === '' && search === '?liffId=1650000002-sandbox')
  const words = wordsIn('th')
  await page
    .getByRole('link', { name: words.of('nav.account') })
    .first()
    .click()
  await page.getByRole('button', { name: words.of('account.signOut') }).click()
  await page
    .getByRole('link', { name: words.of('nav.signIn'), exact: true })
    .first()
    .waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('ID-29 a passkey of the device is added, signs in where no provider is asked, and opens nothing once it is taken off', async () => {
  // browsers keep passkeys for names alone, not for addresses of numbers
  const run = { ...system.run, gateway: system.run.gateway.replace('127.0.0.1', 'localhost') }
  const words = wordsIn('th')
  const context = await newProfile(browser)
  const faults: string[] = []
  await watch(context, faults)
  await signInToJoin(context, run, 'demo-mali')
  const page = await context.newPage()
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
  const verified = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
  await device.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...verified } })

  await page.goto(`${run.gateway}/account/security`)
  await page.getByLabel(words.of('passkey.name')).fill('มือถือของมะลิ')
  await page.getByRole('button', { name: words.of('passkey.add') }).click()
  await page.getByText(words.of('passkey.added')).waitFor()
  const byPasskey = page.getByRole('button', { name: words.of('passkey.signIn') })
  const account = page.getByRole('link', { name: words.of('nav.account') }).first()
  const signOut = async () => {
    await page.goto(`${run.gateway}/account`)
    await page.getByRole('button', { name: words.of('account.signOut') }).click()
    await page.goto(`${run.gateway}/sign-in`)
  }
  await signOut()
  await byPasskey.click()
  await account.waitFor()

  await page.goto(`${run.gateway}/account/security`)
  await page.getByRole('button', { name: words.like('passkey.removeOf') }).click()
  await page.getByText(words.of('passkey.removed')).waitFor()
  await signOut()
  await byPasskey.click()
  await page.getByRole('alert').waitFor()
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]) // the last one is refused
  await context.close()
})
