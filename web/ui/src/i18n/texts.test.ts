import { expect, test, vi } from 'vitest'
import { loadLanguage } from './language.ts'
import { makeTexts } from './texts.ts'

const th = { 'common.pieces': '{{amount}} ชิ้น' }
const en = { 'common.pieces': 'Items: {{amount}}' }

test('WB-17 fills values into a text, and leaves what looks like a pattern in them alone', () => {
  const { text } = makeTexts({ th, en: async () => en })
  expect(text('common.pieces', { amount: '25' })).toBe('25 ชิ้น')
  expect(text('common.pieces', { amount: '$& {{amount}} <b>' })).toBe('$& {{amount}} <b> ชิ้น')
})

test('WB-17 a word takes its form from a count', () => {
  const { text } = makeTexts({
    th: { pieces: '{{amount}} {{amount|item|items}}' },
    en: async () => ({ pieces: '' }),
  })
  expect(text('pieces', { amount: '17' })).toBe('17 items')
  expect(text('pieces', { amount: 1 })).toBe('1 item')
  expect(text('pieces', { amount: '1,000' })).toBe('1,000 items')
})

test('WB-17 fetches the English of every catalogue when it is wanted, once', async () => {
  const [app, components] = [vi.fn(async () => en), vi.fn(async () => en)]
  makeTexts({ th, en: app })
  makeTexts({ th, en: components })
  await loadLanguage('th')
  expect(app).not.toHaveBeenCalled()
  await loadLanguage('en')
  await loadLanguage('en')
  expect(app).toHaveBeenCalledOnce()
  expect(components).toHaveBeenCalledOnce()
})

test('WB-17 a catalogue that can not be fetched is asked for again the next time', async () => {
  const fetchIt = vi.fn(async () => en).mockRejectedValueOnce(new Error('there is no network'))
  makeTexts({ th, en: fetchIt })
  await expect(loadLanguage('en')).rejects.toThrow('there is no network')
  await loadLanguage('en')
  expect(fetchIt).toHaveBeenCalledTimes(2)
})
