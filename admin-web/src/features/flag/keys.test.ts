import { expect, test } from 'vitest'
import { actionOf } from './keys.ts'

const press = (code: string, more: object = {}) => ({
  code,
  key: code.slice(-1).toLowerCase(),
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...more,
})

test('the keys of the queue are the same under a Thai layout', () => {
  for (const [code, key, action] of [
    ['KeyJ', '่', 'next'],
    ['KeyK', 'า', 'previous'],
    ['KeyX', 'ป', 'select'],
    ['KeyC', 'แ', 'claim'],
    ['KeyI', 'ร', 'ignore'],
    ['KeyS', 'ห', 'suspend'],
    ['KeyN', 'ื', 'skip'],
    ['KeyU', 'ี', 'undo'],
    ['KeyO', 'น', 'order'],
  ] as const)
    expect([actionOf(press(code), false), actionOf(press(code, { key }), false)]).toEqual([action, action])
  expect(actionOf(press('Slash', { key: '?' }), false)).toBe('help')
})

test('the second key of a decision counts only while one is asked for', () => {
  for (const code of ['Enter', 'Escape', 'Digit1']) expect(actionOf(press(code), false)).toBeUndefined()
  expect(actionOf(press('Enter'), true)).toBe('confirm')
  expect(actionOf(press('Escape'), true)).toBe('leave')
  expect(actionOf(press('Digit2'), true)).toBe('reason-2')
})

test('keys with Ctrl, Alt or ⌘ are the browser’s, and a key that is held down decides nothing', () => {
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(actionOf(press('KeyI', more), false)).toBeUndefined()
  expect(actionOf(press('KeyI', { repeat: true }), false)).toBeUndefined()
  expect(actionOf(press('Enter', { repeat: true }), true)).toBeUndefined()
  expect(actionOf(press('KeyJ', { repeat: true }), false)).toBe('next')
})
