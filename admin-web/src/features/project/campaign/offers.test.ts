import { source } from '@talad/ui/browser/source'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { conflictOf } from '../../../lib/conflict.ts'
import { End } from '../end.tsx'
import { changeCampaign } from './api.ts'
import { offersOf } from './offers.ts'

const read = { _id: 'ab'.repeat(12), updated: '2026-11-27T10:00:00.000Z' }
const running = { ...read, paused: false, ended: false, archived: false }

test('CA-10 a campaign that runs is offered to pause, one that pauses to go on, and one that has ended neither', () => {
  const { pause, end } = offersOf(running)
  expect(pause).toMatchObject({ title: 'campaign.pause', isPast: false, change: { ...read, paused: true } })
  expect(end).toMatchObject({ title: 'campaign.end', word: 'word.end', change: { ...read, ended: true } })
  const { pause: goOn } = offersOf({ ...running, paused: true })
  expect(goOn).toMatchObject({ title: 'campaign.goOn', change: { ...read, paused: false } })
  const over = offersOf({ ...running, ended: true })
  expect([over.pause.isPast, over.end.isPast, over.archive.isPast]).toEqual([true, true, false])
  const drawn = (isPast: boolean) =>
    renderToStaticMarkup(
      createElement(End, {
        ...end,
        isPast,
        row: { _id: read._id, name: 'x' },
        stale: '',
        act: async () => {},
      }),
    )
  expect(drawn(false)).not.toContain('class="hidden"')
  expect(drawn(true)).toContain('class="hidden"')
})

test('CA-15 what was pressed is sent as it was read, with one key however often, and a refusal says who was first', async () => {
  const details = { changed_by: 'mali', changed_at: '2026-11-27T10:01:00.000Z' }
  const problem = {
    type: '',
    title: '',
    status: 409,
    code: 'version_conflict',
    message: '',
    requestId: 'r',
    details,
  }
  const fetch = vi
    .spyOn(source, 'fetch')
    .mockImplementation(async () => Response.json(problem, { status: 409 }))
  const { change } = offersOf(running).pause
  const told = []
  for (let times = 0; times < 2; times++)
    told.push(conflictOf(await changeCampaign(change, 'window').catch((error: unknown) => error)))
  expect(told).toEqual(Array(2).fill({ by: 'mali', at: details.changed_at, what: undefined }))
  const sent = fetch.mock.calls.map(([url, init]) => new Request(url, init))
  const [key, again] = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(key).toMatch(/^window-/)
  expect(again).toBe(key)
  expect(await sent[0]?.json()).toEqual({ campaign: { ...read, paused: true } })
})
