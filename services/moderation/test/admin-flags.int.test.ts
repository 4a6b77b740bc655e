import { expect, test } from 'vitest'
import { startFlags } from './flag-harness.ts'

test('MO-14 the flag of an admin suspends the asset at once and opens its case, or joins it; ignoring lifts that; reports of users suspend nothing', async () => {
  const { asset, report, pick, resolve, post, moderator } = await startFlags()
  const boss = await moderator('boss')
  const seen = await asset()
  for (const name of ['mali', 'chai', 'dao']) await report(name, seen)
  expect(await pick(boss, seen)).toMatchObject({ reports: 3, asset: { suspended: false } })
  const about = { asset_id: seen, flag_classification: 'inappropriate', notes: 'seen by chance' }
  const flagged = await post(boss, 'flag', about, 'once')
  expect(flagged).toMatchObject({
    status: 200,
    body: {
      case: {
        resolution: 'flagged',
        round: 1,
        score: 2.5,
        reporters: { user: 3, bot: 0, admin: 1 },
        asset: { suspended: true },
      },
    },
  })
  const [own] = (await pick(boss, seen)).list.filter(({ kind }) => kind === 'admin')
  expect(own).toMatchObject({ reporter: 'admin:join-boss', notes: 'seen by chance', weight: 1 })
  expect(await post(boss, 'flag', about, 'once')).toEqual(flagged)
  // once more: whose suspension it is stays as it was
  await post(boss, 'flag', about)
  const both = await pick(boss, seen)
  expect((await resolve(boss, seen, both.version)).status).toBe(200)
  expect(await pick(boss, seen)).toMatchObject({ resolution: 'resolved', asset: { suspended: false } })
  // what was ignored is opened anew by them, at once
  expect(await post(boss, 'flag', about)).toMatchObject({
    body: { case: { round: 2, asset: { suspended: true } } },
  })

  // fifty at once are one case, one report of this admin and one suspension
  const crowded = await asset()
  const all = { ...about, asset_id: crowded }
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(boss, 'flag', all)))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(await pick(boss, crowded)).toMatchObject({ round: 1, reports: 1, asset: { suspended: true } })

  expect((await post('mali', 'flag', about)).status).toBe(403)
  for (const [wrong, field] of [
    [{ ...about, notes: ' ' }, 'notes'],
    [{ ...about, flag_classification: 'ugly' }, 'flag_classification'],
  ] as const)
    expect(await post(boss, 'flag', wrong)).toMatchObject({ status: 400, body: { field } })
  expect(await post(boss, 'flag', { ...about, asset_id: '0'.repeat(24) })).toMatchObject({
    status: 404,
    body: { code: 'asset_not_found', field: 'asset_id' },
  })
})
