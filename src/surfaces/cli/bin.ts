// The program: runs the line it was started with.
import { main } from './main.ts';

process.exitCode = await main(process.argv.slice(2));
