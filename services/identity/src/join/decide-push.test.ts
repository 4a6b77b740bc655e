import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import { mayPush, type Push } from './decide-push.ts'

const now = new Date('2026-11-27T10:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const push = (openedAgo: number, answer?: Push['answer'], answeredAgo = openedAgo): Push => ({
  openedAt: ago(openedAgo),
  answer,
  answeredAt: answer && ago(answeredAgo),
})
function refusal(ofPhone: Push[], ofBrowser: Push[] = []) {
  try {
    mayPush(ofPhone, ofBrowser, now)
    return undefined
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return { code: error.code, ...error.details }
  }
}

test('ID-13 a phone that left three unanswered within ten minutes is asked no more until the first of them is that old', () => {
  expect(refusal([push(1), push(2)])).toBeUndefined()
  expect(refusal([push(1), push(2), push(599)])).toEqual({ code: 'PUSH_PAUSED', seconds: 1 })
  expect(refusal([push(1), push(2), push(600)])).toBeUndefined()
  // a no is no answer that asks for more; a yes is
  expect(refusal([push(1), push(2, 'rejected'), push(3)])).toMatchObject({ code: 'PUSH_PAUSED' })
  expect(refusal([push(1), push(2, 'approved'), push(3)])).toBeUndefined()
})

test('ID-13 a no stops the browser that asked for an hour, whichever phone it asks', () => {
  expect(refusal([], [push(3599, 'rejected')])).toEqual({ code: 'PUSH_STOPPED', seconds: 1 })
  expect(refusal([], [push(4000, 'rejected', 3600)])).toBeUndefined()
  expect(refusal([], [push(10, 'approved'), push(20)])).toBeUndefined()
})
