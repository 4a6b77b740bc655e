import '../../../../i18n/project.ts'
import { couponReasons } from '@talad/proto/http/campaign/coupon-shapes'
import { expect, test } from 'vitest'
import { text } from '../../../../i18n/index.ts'
import { reasonSentence, slotSentence } from './words.ts'

const reason = { tag: null, retry_at: null, used: null, limit: null }

test('CA-39 each reason is a sentence with its numbers, and one that is new is shown as it is', () => {
  const said = (more: Partial<Parameters<typeof reasonSentence>[0]>) =>
    reasonSentence({ ...reason, code: '', ...more })
  expect(said({ code: 'limit_global', used: 1_200, limit: 1_200 })).toMatchObject({
    key: 'reason.limitGlobal',
    values: { used: '1,200', limit: '1,200' },
  })
  expect(said({ code: 'requirement_unmet', tag: 'ticket' })).toMatchObject({
    key: 'reason.unmet',
    values: { tag: 'ticket' },
  })
  expect(said({ code: 'a_later_one' })).toMatchObject({
    key: 'reason.other',
    values: { code: 'a_later_one' },
  })
})

test('CA-39 CA-70 each reason that a trigger can have has a sentence of its own', () => {
  const ofReveal = ['pool_empty', 'released']
  const codes = [
    ...['campaign_ended', 'campaign_paused', 'campaign_hidden', 'limit_global', 'limit_per_user', 'cooldown'],
    ...['requirement_unmet', 'requirement_unchecked', 'token_not_owned', 'token_used', 'token_suspended'],
    ...['supply_exhausted', 'coupon_required'],
    ...couponReasons.filter((one) => !ofReveal.includes(one)).map((one) => `coupon_${one}`),
  ]
  const keys = codes.map((code) => reasonSentence({ ...reason, code }).key)
  expect(codes.filter((_, at) => keys[at] === 'reason.other')).toEqual([])
  expect(new Set(keys).size).toBe(codes.length)
})

test('CA-27 a slot is told in one of four ways, and what could not be checked is no missing token', () => {
  const slot = {
    slot_id: 's',
    tag: 't',
    required: true,
    token: null,
    blockchains: [],
    have: null,
    need: null,
  }
  const of = (more: object) => slotSentence({ ...slot, state: 'have', ...more })
  const vnft = { collection_id: 'c', item_id: 'i', token_id: '7' }
  expect(of({ state: 'met', token: { nft: null, vnft } })).toEqual({
    key: 'slot.met',
    values: { token: '#7' },
  })
  expect(of({ state: 'connect', blockchains: ['a', 'b'] }).values).toEqual({ chains: 'a, b' })
  expect(of({ state: 'unchecked' }).key).toBe('slot.unchecked')
  expect(of({ have: 1, need: 3 }).values).toEqual({ have: '1', need: '3' })
  expect(text('slot.have', { have: '1', need: '3' })).toContain('3')
})
