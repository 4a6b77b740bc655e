import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { freePort } from '@talad/process/free-port'
import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { startCounter } from './harness.ts'

const rulesFile = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
})
const dashboardFile = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
})

const mailFile = z.object({
  route: z.object({
    receiver: z.string(),
    routes: z.array(z.object({ receiver: z.string(), matchers: z.array(z.string()) })),
  }),
  receivers: z.array(
    z.object({ name: z.string(), email_configs: z.array(z.object({ to: z.string() })).min(1) }),
  ),
})

const textOf = (path: string) => readFile(join(root, path), 'utf8')

async function rules() {
  const file = rulesFile.parse(parse(await textOf('infra/observe/prometheus/alerts.yml')))
  return file.groups.flatMap((group) => group.rules)
}

async function panels() {
  const file = dashboardFile.parse(JSON.parse(await textOf('infra/observe/grafana/talad.json')))
  return file.panels.flatMap(({ targets }) => targets)
}

/** The names of our metrics in an expression; `up` is Prometheus' own. */
const metricsOf = (expr: string) =>
  expr.match(/\b(?:talad|http)_\w+_(?:seconds\w*|events|messages|faults|failing)\b|\btalad_\w+\b/g) ?? []

test('each alert has its line in the page of operations, and each line its alert', async () => {
  const page = await textOf('docs/operations.md')
  const section = page.slice(page.indexOf('## Alerts'), page.indexOf('### The books'))
  const lines = [...section.matchAll(/^\| `(\w+)` +\|(.+)\|$/gm)]
  const described = lines.map(([, name = '']) => name)
  expect(described).toEqual((await rules()).map(({ alert }) => alert))
  for (const [line, , rest = ''] of lines) {
    const cells = rest.split('|').map((cell) => cell.trim())
    expect(cells, line).toHaveLength(3)
    for (const cell of cells) expect(cell, line).not.toBe('')
  }
})

test('each alert is mailed to somebody, and what waits for a person to the desks too', async () => {
  const { route, receivers } = mailFile.parse(
    parse(await textOf('infra/observe/prometheus/alertmanager.yml')),
  )
  const names = receivers.map(({ name }) => name)
  expect([route, ...route.routes].filter(({ receiver }) => !names.includes(receiver))).toEqual([])
  const toStaff = route.routes.find(({ receiver }) => receiver === 'staff')?.matchers
  expect((await rules()).map(({ alert }) => `alertname="${alert}"`)).toEqual(
    expect.arrayContaining(toStaff ?? ['none']),
  )
})

test('a started service exports every metric that an alert or a panel asks for', async () => {
  const port = await freePort()
  const counter = await startCounter({ METRICS_PORT: port })
  await counter.run('verify')
  await counter.count('a')
  await fetch(`${counter.url}/livez`)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const exported = new Set([...text.matchAll(/^(\w+)(?:\{| )/gm)].map(([, name]) => name))
  const asked = [...(await rules()), ...(await panels())].flatMap(({ expr }) => metricsOf(expr))
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((name) => !exported.has(name))).toEqual([])
})

test('metrics tell whose they are, and what they count', async () => {
  const port = await freePort()
  const counter = await startCounter({ METRICS_PORT: port })
  await fetch(`${counter.url}/livez`)
  await counter.db.query(`
    insert into kit.dead_letter (consumer_group, message_id, topic, key, type, payload, headers, error, attempts)
    values ('counter.word', 'm', 't', 'k', 'T', '', '{}', 'failed', 6)`)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const lineOf = (name: string, ...parts: string[]) =>
    text.split('\n').find((line) => line.startsWith(`${name}{`) && parts.every((part) => line.includes(part)))
  expect(lineOf('talad_dead_letters', 'service="counter"', 'group="counter.word"')).toMatch(/ 1$/)
  const call = ['service="counter"', 'http_route="/livez"', 'http_response_status_code="200"']
  expect(lineOf('http_server_request_duration_seconds_count', ...call)).toMatch(/ 1$/)
})

test('a service proves by itself what must hold, counts what waits for a person, and Prometheus is told of both', async () => {
  const port = await freePort()
  const counter = await startCounter({ METRICS_PORT: port })
  await counter.db.query(`insert into word values ('k', 'bad'), ('l', 'doubtful'), ('m', 'doubtful')`)
  await counter.db.query(`insert into kit.verification (name, faults) values ('said by an older version', 1)`)
  const shown = async () => {
    const { rows } = await counter.db.query('select name, faults from kit.verification order by name')
    return Object.fromEntries(rows.map(({ name, faults }) => [name, faults]))
  }
  const askNow = (job: string) =>
    until(`${job} is due`, async () => (await counter.run('jobs', 'retry', 'counter', job, '')).exit === 0)
  await askNow('kit.watch')
  await askNow('kit.verify')
  await until('all is looked at', async () => !('said by an older version' in (await shown())))
  expect(await shown()).toEqual({ 'no word is bad': 1, 'no word is in doubt': 2 })
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toMatch(/^talad_check_faults\{.*no word is bad.*\} 1$/m)
  await counter.db.query('delete from word')
  await askNow('kit.verify')
  await until('it holds again', async () => (await shown())['no word is bad'] === 0)
})

test('two services of a process share a port, and the one that stays goes on telling', async () => {
  const port = await freePort()
  const [one, other] = [
    await startCounter({ METRICS_PORT: port }),
    await startCounter({ METRICS_PORT: port }),
  ]
  await one.close()
  await fetch(`${other.url}/livez`)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toContain('talad_jobs_failing{service="counter"')
})
