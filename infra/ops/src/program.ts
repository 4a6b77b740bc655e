import { isConnectionFault } from '@talad/shared/db'
import { Command, CommanderError } from 'commander'
import { addCommands, type Run } from './command-line.ts'
import { type Catalog, openContext } from './context.ts'
import { BadParameter, EXIT, EXIT_HELP, NoSystem } from './faults.ts'
import { createProgress } from './progress.ts'
import { render, renderFault } from './report.ts'
import { type Env, findSystem } from './system.ts'

/** Where the program reads and writes. */
export type Terminal = {
  env: Env
  stdout: { write(text: string): unknown }
  stderr: { isTTY?: boolean; write(text: string): unknown }
}

const ABOUT = `Operates a Talad system while it runs.

The system is found by --data <folder> (its run.json), else by the environment (LEDGER_DATABASE_URL,
SHIPPING_PAYMENT_DATABASE_URL …, with KAFKA_BROKERS or BUS_DATABASE_URL), else by the project's own .talad/run.json.
The answer goes to stdout (--json: one document), progress to stderr.`

/**
 * Runs one command.
 * @param args without the names of node and of the program
 * @returns the exit code
 */
export async function talad(args: readonly string[], catalog: Catalog, terminal: Terminal): Promise<number> {
  let exit: number = EXIT.ok
  const run: Run = (work) => async (options) => {
    const progress = createProgress(terminal.stderr)
    const system = await findSystem({ data: options.data, env: terminal.env, services: catalog.names })
    const context = openContext(system, catalog, progress)
    try {
      const report = await work(context, options)
      progress.end()
      terminal.stdout.write(render(report, options.json === true))
      if (report.isBad) exit = EXIT.bad
    } finally {
      progress.end()
      await context.close()
    }
  }
  const program = new Command('talad')
    .description(ABOUT)
    .addHelpText('after', EXIT_HELP)
    .showHelpAfterError('(--help tells more)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
  addCommands(program, run, terminal.env)
  for (const command of program.commands) inherit(program, command)
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exit
  } catch (error) {
    const exit = tell(error, terminal)
    if (exit !== EXIT.ok && args.includes('--json')) terminal.stdout.write(renderFault(exit, error))
    return exit
  }
}

/** Commands that were made before their parent's settings were complete get them too. */
function inherit(parent: Command, command: Command): void {
  command.copyInheritedSettings(parent)
  for (const one of command.commands) inherit(command, one)
}

function tell(error: unknown, { stderr }: Terminal): number {
  // commander has said already what is wrong
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof BadParameter) {
    stderr.write(`${message}\n`)
    return EXIT.usage
  }
  if (error instanceof NoSystem || isConnectionFault(error)) {
    stderr.write(`${message}\n`)
    return EXIT.away
  }
  stderr.write(`${error instanceof Error ? (error.stack ?? message) : message}\n`)
  return EXIT.fault
}
