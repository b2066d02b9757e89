// What the doctor found.
import type { AgentExam, PlatformExam } from '../../../../index.ts';

/** What a one-word prompt showed. */
export interface LiveCheck {
  readonly outcome: string;
  readonly reason?: string;
  readonly ranMs?: number;
  readonly model?: string;
}

export interface DoctorFindings {
  readonly joust: string;
  readonly platform: PlatformExam;
  readonly agents: readonly (AgentExam & { readonly check?: LiveCheck })[];
}
