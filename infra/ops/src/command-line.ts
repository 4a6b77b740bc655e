import { type Command, InvalidArgumentError, Option } from 'commander'
import { changeAdmin, listAll } from './commands/admins.ts'
import {
  dropOne,
  listDeadLetters,
  rereadDeadLetter,
  retryDeadLetters,
  showDeadLetter,
} from './commands/dead-letters.ts'
import { retryJob, showJobs } from './commands/jobs.ts'
import { lag } from './commands/lag.ts'
import { thaw } from './commands/ledger.ts'
import { migrateAll } from './commands/migrate.ts'
import { cancel, resumeLane, retry, showMint, showMints } from './commands/mints.ts'
import { reportBalances, reportSettlements } from './commands/money-report.ts'
import { rebuild } from './commands/rebuild.ts'
import { reconcileCard, reconcilePayout } from './commands/reconcile.ts'
import { replay } from './commands/replay.ts'
import { settle, showStrays } from './commands/strays.ts'
import { verify } from './commands/verify.ts'
import type { Context } from './context.ts'
import type { Report } from './report.ts'
import type { Env } from './system.ts'

/** Options of every command. */
export type Shared = { json?: boolean; data?: string }
/** Makes what commander calls of what a command does. */
export type Run = <Given>(
  work: (context: Context, given: Given) => Promise<Report>,
) => (options: Shared & Given) => Promise<void>

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('must be a whole number from 1 to 999999')
  return Number(text)
}

const shared = (command: Command) =>
  command
    .option('--json', 'one JSON document on stdout')
    .option('--data <folder>', 'the data folder of a system on this machine, where its run.json lies')
const dryRun = () => new Option('--dry-run', 'only tells what would be done').default(false)
const limit = () => new Option('--limit <n>', 'at most so many of each service').argParser(count).default(100)
const service = () => new Option('--service <name>', 'of this service only')

type Letters = { service?: string; group?: string; limit: number }
type Retry = { group?: string; wait: number; dryRun: boolean }
type Drop = { reason?: string; yes: boolean; dryRun: boolean }
type Jobs = { service?: string; task?: string; failing: boolean; limit: number }
type Dry = { dryRun: boolean }

function addDeadLetters(program: Command, run: Run): void {
  const letters = program
    .command('dead-letters')
    .description('messages that could not be handled, and what waits behind them')
  shared(letters.command('list'))
    .description('what waits, oldest first')
    .addOption(service())
    .option('--group <group>', 'of this consumer group only')
    .addOption(limit())
    .action(run((context, given: Letters) => listDeadLetters(context, given)))
  shared(letters.command('show <id>'))
    .description('all that is known of one; <id> is <service>/<number>, as list shows it')
    .action((id: string, options: Shared) => run((context) => showDeadLetter(context, id))(options))
  shared(letters.command('retry [id]'))
    .description(
      'the running service tries one again, or the first of each key of a group; followers come by themselves',
    )
    .option('--group <group>', 'all that wait in this consumer group')
    .addOption(
      new Option('--wait <seconds>', 'how long to wait for the outcome').argParser(count).default(15),
    )
    .addOption(dryRun())
    .action((id: string | undefined, options: Shared & Retry) =>
      run((context, { group, wait, dryRun: dry }: Retry) =>
        retryDeadLetters(context, {
          ...(id === undefined ? {} : { id }),
          ...(group === undefined ? {} : { group }),
          waitMs: wait * 1_000,
          dryRun: dry,
        }),
      )(options),
    )
  shared(letters.command('reread <id>'))
    .description(
      'its source says again what it said there, by its code of today, and the newest of the same thing; what is superseded is closed',
    )
    .addOption(
      new Option('--wait <seconds>', 'how long to wait for the outcome').argParser(count).default(15),
    )
    .addOption(dryRun())
    .action((id: string, options: Shared & Retry) =>
      run((context, { wait, dryRun: dry }: Retry) =>
        rereadDeadLetter(context, { id, waitMs: wait * 1_000, dryRun: dry }),
      )(options),
    )
  shared(letters.command('drop <id>'))
    .description(
      'gives one up: it is never handled, and what waits behind it is tried; its row stays, with the reason',
    )
    .option('--reason <why>', 'kept with it')
    .option('--yes', 'without a reason', false)
    .addOption(dryRun())
    .action((id: string, options: Shared & Drop) =>
      run((context, given: Drop) => dropOne(context, { ...given, id }))(options),
    )
}

function addJobs(program: Command, run: Run): void {
  const jobs = program.command('jobs').description('work that is due or waits for its time')
  shared(jobs.command('list'))
    .description('what waits or runs, with failures, last error and next time; what fails comes first')
    .addOption(service())
    .option('--task <task>', 'of this kind only')
    .option('--failing', 'only what has failed', false)
    .addOption(limit())
    .action(run((context, given: Jobs) => showJobs(context, given)))
  shared(jobs.command('retry <service> <task> <key>'))
    .description("has one done now; <key> as list shows it, '' for a recurring job")
    .addOption(dryRun())
    .action((name: string, task: string, key: string, options: Shared & Dry) =>
      run((context, given: Dry) => retryJob(context, { service: name, task, key, ...given }))(options),
    )
}

function addOthers(program: Command, run: Run): void {
  shared(program.command('rebuild <service> [name]'))
    .description(
      'makes a read model anew from the log, or a replica from its topic, while the service goes on',
    )
    .addOption(dryRun())
    .action((one: string, name: string | undefined, options: Shared & Dry) =>
      run((context, given: Dry) => rebuild(context, { service: one, name, ...given }))(options),
    )
  shared(program.command('replay <service>'))
    .description(
      "sends the service's log to the bus again, under the same message ids: who has handled a message passes over it",
    )
    .requiredOption(
      '--from <position|time>',
      'a position of the log, or a time like 2030-01-31T08:00:00+07:00',
    )
    .addOption(dryRun())
    .action((one: string, options: Shared & Dry & { from: string }) =>
      run((context, given: Dry & { from: string }) => replay(context, { service: one, ...given }))(options),
    )
  shared(program.command('lag'))
    .description('how far relays, read models and consumer groups are behind')
    .addOption(service())
    .action(run((context, given: { service?: string }) => lag(context, given)))
  shared(program.command('verify [what]'))
    .description(
      "the ledger's books, the audit log, what each service says must always hold, and what waits for a person; <what> is a service or `audit`; 1 when something is broken or waits",
    )
    .action((what: string | undefined, options: Shared) => run((context) => verify(context, what))(options))
  shared(program.command('migrate [service]'))
    .description('brings databases to the newest schema, apart from a start of their services')
    .addOption(dryRun())
    .action((one: string | undefined, options: Shared & Dry) =>
      run((context, given: Dry) =>
        migrateAll(context, { ...given, ...(one === undefined ? {} : { service: one }) }),
      )(options),
    )
}

function addReconcile(program: Command, run: Run, env: Env): void {
  const reconcile = program
    .command('reconcile')
    .description('compares what we have stored with what others say')
  shared(reconcile.command('card'))
    .description("a day's card payments with the provider's own account of each; 1 when they differ")
    .requiredOption('--day <YYYY-MM-DD>', 'a day in Bangkok')
    .action(run((context, given: { day: string }) => reconcileCard(context, given, env)))
  shared(reconcile.command('payout'))
    .description("the payout provider's file of a day beside our withdrawals; 1 when they differ")
    .requiredOption('--day <YYYY-MM-DD>', 'a day in Bangkok')
    .action(run((context, given: { day: string }) => reconcilePayout(context, given, env)))
}

function addAdmins(program: Command, run: Run): void {
  const admins = program
    .command('admin')
    .description('what customers may do as admins; also how an installation gets its first super_admin')
  shared(admins.command('list'))
    .description('who may do what, and who said so')
    .action(run((context) => listAll(context)))
  for (const [name, type, says] of [
    ['grant', 'Grant', 'lets a customer do one thing more: a permission, or super_admin'],
    ['revoke', 'Revoke', 'takes one thing from a customer; never the last super_admin'],
  ] as const)
    shared(admins.command(`${name} <customer> <what>`))
      .description(says)
      .requiredOption('--note <why>', 'kept in the audit log')
      .addOption(dryRun())
      .action((customer: string, what: string, options: Shared & Dry & { note: string }) =>
        run((context, given: Dry & { note: string }) =>
          changeAdmin(context, type, { ...given, customer, what }),
        )(options),
      )
}

function addMoney(program: Command, run: Run): void {
  const ledger = program.command('ledger').description('the books as a whole')
  shared(ledger.command('thaw'))
    .description('lets withdrawals go on after a proof of the books that found no difference')
    .requiredOption('--note <what>', 'what was wrong and what was done, for the audit log')
    .action(run((context, given: { note: string }) => thaw(context, given)))
  const report = program.command('report').description('what accountants ask for, as CSV in baht')
  shared(report.command('balances'))
    .description("customers' closing balances of a day that is over (LG-14)")
    .requiredOption('--day <YYYY-MM-DD>', 'a day in Thailand')
    .option('--out <file>', 'writes it there, as spreadsheets open it')
    .addOption(new Option('--unit <unit>', 'of which money').choices(['ft_thb', 'pt_thb']).default('ft_thb'))
    .action(
      run((context, given: { day: string; unit: 'ft_thb' | 'pt_thb'; out?: string }) =>
        reportBalances(context, given),
      ),
    )
  shared(report.command('settlements'))
    .description('the settlements of a month (LG-15); 1 where they do not equal the ledger')
    .requiredOption('--month <YYYY-MM>', 'a month in Thailand')
    .option('--out <file>', 'writes it there, as spreadsheets open it')
    .action(run((context, given: { month: string; out?: string }) => reportSettlements(context, given)))
}

function addStrays(program: Command, run: Run): void {
  const strays = program
    .command('strays')
    .description('what the card provider has told of orders that nobody here knows (SP-17)')
  shared(strays.command('list'))
    .description('what waits, newest first')
    .option('--all', 'those that are settled too', false)
    .addOption(limit())
    .action(run((context, given: { all: boolean; limit: number }) => showStrays(context, given)))
  shared(strays.command('settle <transaction>'))
    .description('it was settled with the payer; its row stays')
    .requiredOption('--note <what>', 'what was done, for the audit log')
    .addOption(dryRun())
    .action((transactionId: string, options: Shared & Dry & { note: string }) =>
      run((context, given: Dry & { note: string }) => settle(context, { ...given, transactionId }))(options),
    )
}

type Noted = Dry & { note: string }

function addMints(program: Command, run: Run): void {
  const mints = program.command('mints').description('what is to be minted for campaigns (CA-46)')
  shared(mints.command('list'))
    .description('what waits or has failed, oldest first')
    .option('--status <status>', 'only pending, processing, sent, mined, failed or canceled')
    .option('--lane <address>', 'only of this lane')
    .addOption(limit())
    .action(
      run((context, given: { status?: string; lane?: string; limit: number }) => showMints(context, given)),
    )
  shared(mints.command('show <mint>'))
    .description('all that is known of one')
    .action((id: string, options: Shared) => run((context) => showMint(context, id))(options))
  const changes = [
    ['retry <mint>', 'tries one again that failed or was canceled, once the chain lacks it', retry],
    ['cancel <mint>', 'takes one back of which nothing is signed', cancel],
    ['resume <lane>', 'lets a lane go on that stands still', resumeLane],
  ] as const
  for (const [name, description, work] of changes)
    shared(mints.command(name))
      .description(description)
      .requiredOption('--note <why>', 'why, for the audit log')
      .addOption(dryRun())
      .action((id: string, options: Shared & Noted) =>
        run((context, given: Noted) => work(context, { ...given, id }))(options),
      )
}

/** Every command with its parameters. */
export function addCommands(program: Command, run: Run, env: Env): void {
  addDeadLetters(program, run)
  addJobs(program, run)
  addOthers(program, run)
  addReconcile(program, run, env)
  addMoney(program, run)
  addAdmins(program, run)
  addStrays(program, run)
  addMints(program, run)
}
