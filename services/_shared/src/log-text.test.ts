import { expect, test } from 'vitest'
import { logText } from './log-text.ts'

const line = JSON.stringify({
  level: 40,
  time: 0,
  pid: 1,
  hostname: 'h',
  name: 'ledger',
  correlationId: 'c',
  msg: 'will try again',
  key: 'join-1',
  err: { type: 'Error', message: 'no route', stack: 'Error: no route\n  at x' },
})

test('a log line for people keeps what happened, where and why', () => {
  expect(logText(line, false)).toMatch(
    /^\d\d:\d\d:\d\d warn {2}ledger {11}will try again key=join-1 \(no route\)$/,
  )
})

test('a log line for people shows the stack at debug level', () => {
  expect(logText(line, true)).toContain('at x')
})
