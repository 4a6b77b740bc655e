import { openDb } from '@talad/shared/db'
import { suspendedJob } from '../src/jobs/suspended.ts'
import { playedChain, runJobs } from './book.ts'

// a process that has the orders on what is suspended rest until it is killed
const url = process.argv[2]
if (url === undefined) throw new Error('which database?')
runJobs(openDb(url), [suspendedJob], playedChain({}))
