import { expect, test } from 'vitest'
import { catalog } from '../src/catalog.ts'
import { talad } from '../src/program.ts'

async function run(...args: string[]) {
  const said = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof said) => ({
    write(text: string) {
      said[name] += text
    },
  })
  const terminal = { env: {}, stdout: stream('stdout'), stderr: stream('stderr') }
  return { exit: await talad(args, catalog, terminal), ...said }
}

test('--json makes what is wrong one document too, beside the text for people', async () => {
  const away = await run('lag', '--data', '/nowhere', '--json')
  expect([away.exit, JSON.parse(away.stdout)]).toEqual([
    3,
    { ok: false, exit: 3, error: expect.stringContaining('/nowhere') },
  ])
  expect(away.stderr).toContain('/nowhere')
  const wrong = await run('lag', '--json', '--no-such-option')
  expect(JSON.parse(wrong.stdout)).toEqual({
    ok: false,
    exit: 2,
    error: expect.stringContaining('--no-such-option'),
  })
  expect((await run('lag', '--data', '/nowhere')).stdout).toBe('')
})
