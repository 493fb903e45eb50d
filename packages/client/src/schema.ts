// Generated from docs/openapi.json by `npm run openapi`. Do not edit.
export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Liveness
         * @description Responds as long as the process runs.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness
         * @description Whether the process can serve requests. `Checks` shows the database and the workflow engine: without the engine, and for the first 30 seconds without the database, the process stays in service.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description Returns the OpenAPI 3.1 document of this API. `/docs` shows it as a page.
         */
        get: operations["getApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns
         * @description Returns up to 100 campaigns with their settings, oldest first; fewer if their settings are large. Archived ones are left out unless `archived=true`. For the next page, follow `Link` or pass the last ID as `after`.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Create a campaign
         * @description Stores version 1 of a campaign. An organization can have at most 1000 campaigns.
         *
         *     Scope: `campaigns:manage`.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a campaign
         * @description Returns the campaign with the settings of its latest version.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a campaign
         * @description Creates the next version: given fields are replaced, `null` removes a field, omitted fields stay unchanged. Jobs without calls use it immediately; others keep the version of their first call. `State`, `StartAt` and `EndAt` apply to every job at once; `State` creates no version.
         *
         *     Scope: `campaigns:manage`.
         */
        patch: operations["changeCampaign"];
        trace?: never;
    };
    "/campaigns/{campaignID}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the jobs of a campaign
         * @description Returns the current number of jobs in each state, with test jobs counted separately, and the outcomes by variant. With `from`, `to`, `bucket`, `by` or `time_zone` it adds the funnel, what the waiting jobs wait for, the planned calls of the next 7 days, and what happened in an interval (`Series`). The counts are kept up to date in the background; `CountedAt` says up to when every change is counted, seconds ago as a rule. The cost does not depend on the number of jobs.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["getCampaignStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a campaign
         * @description Calls the waiting jobs of a draft. Calls that are due are spread, five per second over at most an hour. Repeating it changes nothing.
         *
         *     Scope: `campaigns:manage`.
         */
        post: operations["startCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a campaign
         * @description Holds the calls of a running campaign back; calls in progress go on. Repeating it changes nothing.
         *
         *     Scope: `campaigns:manage`.
         */
        post: operations["pauseCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a campaign
         * @description Ends a pause. Calls that came due in the pause are spread, five per second over at most an hour, within their windows. Repeating it changes nothing.
         *
         *     Scope: `campaigns:manage`.
         */
        post: operations["resumeCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a campaign
         * @description Refuses new jobs and cancels those that wait, in the background; `Stop` of the campaign counts them. Calls in progress end on their own, and are not repeated. A stopped campaign stays stopped. Repeating it changes nothing.
         *
         *     Scope: `campaigns:manage`.
         */
        post: operations["stopCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a campaign
         * @description Hides a campaign from lists: one that is stopped, a draft, whose waiting jobs are canceled, or one without open jobs. Its jobs can still be read. Repeating it changes nothing.
         *
         *     Scope: `campaigns:manage`.
         */
        post: operations["archiveCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/circuit-breaker/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the circuit breaker of a campaign
         * @description Closes it without probes. The calls that waited are made within seconds, at most five per second for at most an hour. Repeating it changes nothing.
         *
         *     Scope: `campaigns:manage`.
         */
        post: operations["resetCircuitBreaker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a campaign
         * @description Creates a draft with the current settings of a campaign, without its jobs.
         *
         *     Scope: `campaigns:manage`.
         */
        post: operations["duplicateCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a campaign
         * @description Returns up to 100 versions, newest first. For the next page, follow `Link`.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["listCampaignVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of a campaign
         * @description Returns the settings of a version.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["getCampaignVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/versions/{version}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions of a campaign
         * @description Returns each setting in which a version differs from the one before it, or from the version `from`.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["compareCampaignVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/versions/{version}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll a campaign back
         * @description Makes a new version with the settings of an earlier one. Jobs without calls use it immediately. Nothing changes if they are the current ones.
         *
         *     Scope: `campaigns:manage`.
         */
        post: operations["rollBackCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a file of jobs
         * @description Accepts a CSV or NDJSON file of at most 10 MB in the part `file`. The first 20 rows are validated immediately, the rest in the background, where an invalid row becomes a job that fails with `invalid_configuration`. Each job has `__service_ImportID` and `__service_RowID` in its Metadata. With `dry_run=1`, every row is validated and planned, and nothing is created; a file whose rows take more than 60 seconds of computing is 422. `on_duplicate` says what becomes of a row whose number is in the file already, or has an open job in the campaign. Numbers with punctuation are read as E.164, and those without a country code by `default_country` or the campaign's `DefaultCountry`; never without either.
         *
         *     Scope: `jobs:write`.
         */
        post: operations["importJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Returns up to 100 imports, newest first.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["listImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{importID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import
         * @description Returns the progress of an import and the number of its jobs in each state.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{importID}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an import's errors
         * @description Returns the errors in the file, with the jobs that failed because of them. With `Accept: text/csv`, all errors are returned as one CSV file.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["listImportErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{importID}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import
         * @description Creates no more jobs. With `jobs=1`, the jobs already created are canceled too, even after the import has ended.
         *
         *     Scope: `jobs:write`.
         */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description Returns up to 100 jobs, oldest first; with `by_time=true`, most recently updated first. For the next page, follow `Link` or pass the last ID as `after`. Filters combine: a job must match all of them. With `Accept: application/x-ndjson` or `text/csv`, all matching jobs are returned as one file with more fields; if the export fails midway, the connection is cut.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["listJobs"];
        put?: never;
        /**
         * Create a job
         * @description Stores a job. Its first call is placed as soon as its constraints allow.
         *
         *     Scope: `jobs:write`.
         */
        post: operations["createJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search jobs
         * @description Finds jobs by ID or phone number. A job whose personal data was deleted is found by its ID alone.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["searchJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a job
         * @description Returns the job with its calls, messages, analyses and metrics: its latest 200 calls, fewer if their transcripts exceed 4 MB. `calls_before` returns earlier ones.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /**
         * Delete a job's personal data
         * @description Erases recordings, transcripts, Data and all other personal data in the background. The job record and its Metadata remain. Idempotent, in every state.
         *
         *     Scope: `pii:delete`.
         */
        delete: operations["deleteJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job
         * @description Places no further calls and hangs up the current one, if any. Canceling a canceled job succeeds.
         *
         *     Scope: `jobs:write`.
         */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}/reschedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reschedule a job
         * @description Sets the next call of a scheduled job to a given time, regardless of its constraints; only MaxTotalCalls, the policy, and the dates StartAt, EndAt and NotAfter still apply: a time beyond the last two is 400. A key without `campaigns:manage` can choose only a time at which the campaign allows a call. A job that is still `created` is planned first. A job that waits for a call slot can be rescheduled too. A later update of Constraints takes precedence.
         *
         *     Scope: `jobs:write`.
         */
        post: operations["rescheduleJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a job
         * @description Replaces Data, Metadata or Constraints of a job that has not ended, and whose cancellation or deletion was not requested. New constraints replan its next call immediately, also one that was rescheduled.
         *
         *     Scope: `jobs:write`.
         */
        post: operations["updateJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyze a job again
         * @description Lets a model read all calls of the job again, in the background, by the AnalysisSchema of the campaign's current version. The former analysis stays until the new one replaces it; `AnalysisStatus` of the job says whether it is pending. A job in a call is analyzed after it.
         *
         *     Scope: `jobs:write`.
         */
        post: operations["analyzeJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct the analysis of a job
         * @description Stores a person's values of fields beside the machine's. Given fields are replaced, those in `Remove` lose their correction, others stay. The campaign's stats count how often the two agree.
         *
         *     Scope: `jobs:write`.
         */
        patch: operations["correctJob"];
        trace?: never;
    };
    "/campaigns/{campaignID}/bulk-actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bulk actions
         * @description Returns up to 100 bulk actions of a campaign, newest first. For the next page, follow `Link`.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["listBulkActions"];
        put?: never;
        /**
         * Change many jobs
         * @description Does to every job that matches the filter what the request for a single job does, in the background: `cancel`, `reschedule`, `update`, `erase`, `analyze`; `redial` calls the contacts of ended jobs again with new jobs, whose `RedialOf` names the old one. Only jobs that exist now, in a state in which the action can change them, are counted and changed. With `DryRun` nothing is changed, and the response is the number of jobs with examples. `erase` also needs the scope `pii:delete`. At most 5 bulk actions of an organization run at a time.
         *
         *     Scope: `jobs:write`.
         */
        post: operations["createBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/bulk-actions/{bulkActionID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a bulk action
         * @description Returns a bulk action with its progress and results. It is deleted 90 days after its end.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["getBulkAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/bulk-actions/{bulkActionID}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a bulk action
         * @description Stops a bulk action after the batch in progress. What it has changed stays changed, and is counted. Canceling a canceled action succeeds.
         *
         *     Scope: `jobs:write`.
         */
        post: operations["cancelBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain a schedule
         * @description Explains gate by gate why the next call has not been placed yet and when it will be, and forecasts later calls under the assumption that each ends as given by `assume`.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/schedule-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a schedule
         * @description Shows when a job would be called if it were created now or at `now_ms`. Validates like the creation of a job; stores nothing.
         *
         *     Scope: `jobs:read`.
         */
        post: operations["previewSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}/calls/{callID}/stream-audio-bot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to the assistant
         * @description A websocket that sends the live audio of an active call as binary messages: raw PCM, 16-bit little-endian, mono, 24000 Hz, about 20 ms each. It closes with 1000 when the call ends.
         *
         *     Scope: `calls:listen`.
         */
        get: operations["listenToBot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}/calls/{callID}/stream-audio-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to the contact
         * @description A websocket that sends the live audio of an active call as binary messages: raw PCM, 16-bit little-endian, mono, 16000 Hz, about 20 ms each. It closes with 1000 when the call ends.
         *
         *     Scope: `calls:listen`.
         */
        get: operations["listenToUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List running calls
         * @description Returns up to 100 calls whose end is not recorded yet, over all campaigns that the key may access. For the next page, follow `Link` or pass `NextAfter` as `after`.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["listCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}/calls/{callID}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a call
         * @description Hangs up. The job continues as after any other call.
         *
         *     Scope: `calls:stop`.
         */
        post: operations["stopCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2010-04-01/Accounts/{accountSID}/Calls/{callSID}.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hang up as with Twilio
         * @description For voice agents that were made for Twilio and hang up by its REST API. With basic authentication the user is the id of the organization, and the password an API key.
         *
         *     Scope: `calls:stop`.
         */
        post: operations["updateTwilioCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}/calls/{callID}/recordings/input.mp3": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get input.mp3 of a call
         * @description Returns the recording of the contact. Players that cannot send headers pass a one-use ticket (`createRecordingTicket`) as `ticket` in the query. Supports `Range`, `If-Range` and `If-None-Match`.
         *
         *     Scope: `recordings:read`.
         */
        get: operations["getInputRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}/calls/{callID}/recordings/output.mp3": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get output.mp3 of a call
         * @description Returns the recording of the assistant. Players that cannot send headers pass a one-use ticket (`createRecordingTicket`) as `ticket` in the query. Supports `Range`, `If-Range` and `If-None-Match`.
         *
         *     Scope: `recordings:read`.
         */
        get: operations["getOutputRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}/calls/{callID}/recordings/merged.mp3": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get merged.mp3 of a call
         * @description Returns the recording of both sides, in stereo with the contact on the left. Players that cannot send headers pass a one-use ticket (`createRecordingTicket`) as `ticket` in the query. Supports `Range`, `If-Range` and `If-None-Match`.
         *
         *     Scope: `recordings:read`.
         */
        get: operations["getMergedRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}/calls/{callID}/audio-tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a ticket for live audio
         * @description Returns a ticket that takes the place of the API key in one handshake of an audio stream of the call: append it as `?ticket=…`. It is valid for one request within 60 seconds, for this organization and this path only. The request acts as the API key that created the ticket and is refused once that key is revoked. Pages and players that cannot send headers use it, so that no API key appears in a URL.
         *
         *     Scope: `calls:listen`.
         */
        post: operations["createAudioTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/jobs/{jobID}/calls/{callID}/recording-tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a ticket for a recording
         * @description Returns a ticket that takes the place of the API key in one download of a recording of the call: append it as `?ticket=…`. It is valid for one request within 60 seconds, for this organization and this path only. The request acts as the API key that created the ticket and is refused once that key is revoked. Pages and players that cannot send headers use it, so that no API key appears in a URL.
         *
         *     Scope: `recordings:read`.
         */
        post: operations["createRecordingTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the suppressions of the organization and its campaigns
         * @description Returns up to 100 entries that hold of the organization and its campaigns, newest first. They hold no numbers. For the next page, follow `Link` or pass `NextAfter` as `after`.
         *
         *     Scope: `suppressions:read`.
         */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Suppress a number in every campaign
         * @description Keeps a number from being called in every campaign. New jobs with it fail with `opted_out` when they are made, waiting ones within seconds, and no reschedule overrides it; calls that are running go on. Adding twice is harmless: the entry that holds longer stays, and of two that hold equally long the earlier one.
         *
         *     Scope: `suppressions:add`.
         */
        post: operations["addSuppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suppress the numbers of a file in every campaign
         * @description Suppresses each number of a CSV file of at most 10 MB and 50,000 rows in the part `file`, and says what became of every row. Rows that are valid are added even if others are refused. Numbers with punctuation are read as E.164, and those without a country code by `default_country`; `Normalized` lists what they were read as. Adding twice is harmless: the entry that holds longer stays, and of two that hold equally long the earlier one. So the request can be repeated.
         *
         *     Scope: `suppressions:add`.
         */
        post: operations["uploadSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/{phoneNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the entry of a number in every campaign
         * @description Returns the entry that keeps the number from being called in every campaign, if there is one. `GET /numbers/:phoneNumber` shows all entries of a number.
         *
         *     Scope: `suppressions:read`.
         */
        get: operations["getSuppression"];
        put?: never;
        post?: never;
        /**
         * Stop suppressing a number in every campaign
         * @description Removes the entry that keeps the number from being called in every campaign; entries elsewhere stay. Jobs that it has failed stay failed. Idempotent.
         *
         *     Scope: `suppressions:remove`.
         */
        delete: operations["removeSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the suppressions of one campaign
         * @description Returns up to 100 entries that hold of one campaign, newest first. They hold no numbers. For the next page, follow `Link` or pass `NextAfter` as `after`.
         *
         *     Scope: `suppressions:read`.
         */
        get: operations["listCampaignSuppressions"];
        put?: never;
        /**
         * Suppress a number in one campaign
         * @description Keeps a number from being called in one campaign. New jobs with it fail with `opted_out` when they are made, waiting ones within seconds, and no reschedule overrides it; calls that are running go on. Adding twice is harmless: the entry that holds longer stays, and of two that hold equally long the earlier one.
         *
         *     Scope: `suppressions:add`.
         */
        post: operations["addCampaignSuppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/suppressions/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suppress the numbers of a file in one campaign
         * @description Suppresses each number of a CSV file of at most 10 MB and 50,000 rows in the part `file`, and says what became of every row. Rows that are valid are added even if others are refused. Numbers with punctuation are read as E.164, and those without a country code by `default_country` or the campaign's `DefaultCountry`; `Normalized` lists what they were read as. Adding twice is harmless: the entry that holds longer stays, and of two that hold equally long the earlier one. So the request can be repeated.
         *
         *     Scope: `suppressions:add`.
         */
        post: operations["uploadCampaignSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaignID}/suppressions/{phoneNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the entry of a number in one campaign
         * @description Returns the entry that keeps the number from being called in one campaign, if there is one. `GET /numbers/:phoneNumber` shows all entries of a number.
         *
         *     Scope: `suppressions:read`.
         */
        get: operations["getCampaignSuppression"];
        put?: never;
        post?: never;
        /**
         * Stop suppressing a number in one campaign
         * @description Removes the entry that keeps the number from being called in one campaign; entries elsewhere stay. Jobs that it has failed stay failed. Idempotent.
         *
         *     Scope: `suppressions:remove`.
         */
        delete: operations["removeCampaignSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/numbers/{phoneNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what is known of a number
         * @description Returns what is known and allowed of a number over all campaigns: its country and time zones, its suppressions, its jobs that have not ended, and the attempts that count toward each limit. Answers for any number.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["getNumber"];
        put?: never;
        post?: never;
        /**
         * Delete a number's personal data
         * @description Requests the erasure of every job with the number, over all campaigns, as for each job on its own: up to 100 in one request. Suppressions of the number stay: they hold only a keyed hash and keep the person from being called. Idempotent.
         *
         *     Scope: `pii:delete`.
         */
        delete: operations["eraseNumber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organization
         * @description Returns the organization that the API key belongs to.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the organization
         * @description Given fields are replaced, `null` removes a field, omitted fields stay unchanged.
         *
         *     Scope: `campaigns:manage`.
         */
        patch: operations["changeOrganization"];
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow events
         * @description Sends the events of the organization as they happen, as Server-Sent Events: at least once, those of a job in order. `id` identifies the place in the stream, `event` is the kind, and `data` an `Event` as JSON. With the header `Last-Event-ID` the stream continues behind that event, up to 24 hours back; `event: gap` says that older ones were left out. A comment every 15 seconds keeps the connection alive. `event: bye` precedes an end by the service: connect again. A client that reads too slowly is disconnected, and continues with `Last-Event-ID`.
         *
         *     Scope: `jobs:read`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Returns all webhooks of the organization.
         *
         *     Scope: `webhooks:manage`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook
         * @description Registers a receiver of events; an organization can have at most 50 webhooks. Only this response contains the secret that signs its requests.
         *
         *     Scope: `webhooks:manage`.
         */
        post: operations["registerWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Returns the webhook without its secret; header values are masked.
         *
         *     Scope: `webhooks:manage`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Discards its open deliveries. Deleting a missing webhook succeeds.
         *
         *     Scope: `webhooks:manage`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Given fields are replaced, `null` removes a field, omitted fields stay unchanged. A `DestinationURL` of another origin removes the `Headers` unless the request sets them; the signing secret stays. Disabling a webhook discards its open deliveries.
         *
         *     Scope: `webhooks:manage`.
         */
        patch: operations["patchWebhook"];
        trace?: never;
    };
    "/webhooks/{webhookID}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description Creates a new secret. For 24 hours, requests are signed with the previous secret too.
         *
         *     Scope: `webhooks:manage`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookID}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends an event about a job that does not exist to this webhook only.
         *
         *     Scope: `webhooks:manage`.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookID}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Returns up to 100 deliveries to the webhook with their attempts, newest first; fewer if the attempts are large. For the next page, follow `Link` or pass the last ID as `after`.
         *
         *     Scope: `webhooks:manage`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of all webhooks
         * @description Returns up to 100 deliveries over all webhooks, also deleted ones, newest first; fewer if the attempts are large. `state=exhausted` lists those that were given up. For the next page, follow `Link` or pass the last ID as `after`.
         *
         *     Scope: `webhooks:manage`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookID}/deliveries/{deliveryID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Returns what was sent, when, and the responses. Also works for a deleted webhook.
         *
         *     Scope: `webhooks:manage`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookID}/deliveries/{deliveryID}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver
         * @description Delivers again under the same message ID. A delivery that waits for its next attempt is attempted now.
         *
         *     Scope: `webhooks:manage`.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookID}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver a time range
         * @description Redelivers up to 1000 deliveries that ended in a time range, oldest first, within the hourly limit of the organization.
         *
         *     Scope: `webhooks:manage`.
         */
        post: operations["redeliverWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Returns up to 100 keys of the organization, oldest first, including revoked and expired ones, without their secrets. For the next page, follow `Link` or pass the last ID as `after`.
         *
         *     Scope: `keys:manage`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates a key for the organization, which can have at most 200 active ones. A key can only grant scopes that it has itself, and a life no longer than its own.
         *
         *     Scope: `keys:manage`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{keyID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Revokes a key and closes its listeners, in every process within 10 s. With `descendants`, also the keys that it created, and those that they created. Idempotent.
         *
         *     Scope: `keys:manage`.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Returns audited actions and their actors, newest first. Entries contain no personal data.
         *
         *     Scope: `audit:read`.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a browser in
         * @description Signs the browser in that sends the request, with an API key or a sign-in ticket, and sets the cookie of the session: `__Host-outdial-session`, not readable by scripts, sent by pages of this service only, for 12 hours or until the key expires. A service without TLS accepts this only on its own machine, where the cookie is `outdial-session`. The session acts as its key: it ends with the key, and has its scopes, campaigns and limits. A session that the browser had before ends.
         */
        post: operations["createSession"];
        /**
         * Sign a browser out
         * @description Ends the session whose cookie the request carries, in every process within 10 s.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who makes the request
         * @description Returns the organization, the key and what it may do, and the version of the service. Every key may call this.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in-tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a sign-in link
         * @description Returns a ticket that signs one browser in with this key, once, within an hour, and the address of the console with the ticket. A session cannot create one.
         */
        post: operations["createSignInTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workers
         * @description Returns the worker processes of the whole deployment, as they report themselves every 15 s. They serve every organization, so only keys of its operator should have the scope.
         *
         *     Scope: `service:read`.
         */
        get: operations["listWorkers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trunks
         * @description Returns the trunks of the whole deployment as its workers report them every 15 s: whether they answer, their calls and their limits.
         *
         *     Scope: `service:read`.
         */
        get: operations["listTrunks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/overdue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List overdue work
         * @description Returns jobs, deliveries, imports and bulk actions of the whole deployment whose deadline has passed without progress. A sweeper takes them up every few seconds: an item is worth a look when it stays, or its `Sweeps` grow.
         *
         *     Scope: `service:read`.
         */
        get: operations["listOverdue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Group technical failures
         * @description Groups the calls of the organization that failed technically by what failed: the trunk, and the codes of the line. These are the failures that circuit breakers count.
         *
         *     Scope: `service:read`.
         */
        get: operations["listFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    job_state_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Job state changed
         * @description Sent at least once to every registered webhook that subscribes to it, signed according to Standard Webhooks. A 2xx response means delivered; anything else is retried, up to 20 attempts over 70.6 hours.
         */
        post: operations["jobStateUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    other_event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event of another kind
         * @description Sent to the webhooks whose `Events` name its kind, like `job_state_updated`.
         */
        post: operations["otherEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The settings of a new campaign. */
        CreateCampaignBody: {
            /**
             * @description Name of the campaign.
             * @example Appointment reminders
             */
            Name: string;
            /**
             * @description The caller ID of jobs that set none.
             * @example +14155550100
             */
            DefaultCallerID?: string;
            /**
             * @description Numbers that a job may use as its caller ID, each with the trunk that its calls take, if it is pinned to one; the default is always included.
             * @example [
             *       "+14155550101",
             *       {
             *         "Number": "+14155550102",
             *         "Trunk": "sip/main"
             *       }
             *     ]
             */
            CallerIDs?: (string | components["schemas"]["PinnedCallerID"])[];
            /** @description Settings of jobs that do not override them. */
            Defaults?: components["schemas"]["JobOverrides"];
            /** @description Variations of the campaign from job to job. With the Defaults, they have at most 2000 TimeRanges. */
            Variants?: components["schemas"]["CampaignVariantBody"][];
            /**
             * @description JSON Schema (2020-12) of the Data in call analyses; its properties are the fields. At most 32 kB, 200 properties and 10 levels. `$ref` may name definitions of the schema only, and unknown keywords and formats are refused.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "Confirmed": {
             *           "type": "boolean"
             *         }
             *       }
             *     }
             */
            AnalysisSchema?: {
                [key: string]: unknown;
            };
            /**
             * @description What fills the Data of call analyses: `openai`, a model, or `rules`, which knows no field. By default a model, if the operator has set one up.
             * @example openai
             * @enum {string}
             */
            Analyzer?: "rules" | "openai";
            /**
             * @description The voice agent: your own one if there is a URL or a TwimlURL, else a script with at most 500 Lines and 4000 characters in each text. At most 64 kB of JSON, nested at most 32 levels deep.
             * @example {
             *       "Greeting": "Hello {{Data.FirstName}}."
             *     }
             */
            Agent?: {
                /**
                 * @description The websocket (wss) of your own voice agent, which speaks Twilio Media Streams. Without it and a TwimlURL, a script is spoken.
                 * @example wss://agent.example.com/twilio
                 */
                URL?: string;
                /**
                 * @description In place of the URL: posted to for each call, it answers with the TwiML that names the websocket.
                 * @example https://agent.example.com/twiml
                 */
                TwimlURL?: string;
                /**
                 * @description Headers of the requests to the URL or the TwimlURL, such as credentials. They are stored sealed, and shown masked. A masked value stands for the stored one while the origin of the URL stays the same.
                 * @example {
                 *       "Authorization": "Bearer 3f1c9f8e"
                 *     }
                 */
                Headers?: {
                    [key: string]: string;
                };
                /**
                 * @description Custom parameters of the stream. Their values may have placeholders.
                 * @example {
                 *       "language": "en",
                 *       "name": "{{ContactName}}"
                 *     }
                 */
                Parameters?: {
                    [key: string]: string;
                };
                /**
                 * @description Spoken when the contact answers.
                 * @example Hello {{Data.FirstName}}.
                 */
                Greeting?: string;
                /**
                 * @description Spoken one by one, each after the contact has spoken.
                 * @example [
                 *       "Does the time still suit you?"
                 *     ]
                 */
                Lines?: string[];
                /**
                 * @description Spoken before hanging up.
                 * @example Goodbye.
                 */
                Goodbye?: string;
                /**
                 * @description The message for an answering machine.
                 * @example Please call us back.
                 */
                Voicemail?: string;
            };
            /** @description What is done when a machine answers. */
            AnsweringMachine?: components["schemas"]["AnsweringMachine"];
            /**
             * @description What follows a call, by outcome, by detail of the line, or for a callback that the contact asked for. Omitted names use the defaults.
             * @example {
             *       "contact_busy": {
             *         "Then": "retry",
             *         "Delays": [
             *           "5m",
             *           "1h"
             *         ]
             *       }
             *     }
             */
            RetryRules?: {
                [key: string]: components["schemas"]["RetryRule"];
            };
            /**
             * @description Calls are spread over this many seconds. Defaults to 30.
             * @example 30
             */
            JitterSeconds?: number;
            /** @description Days without calls. */
            BlackoutDates?: components["schemas"]["BlackoutDate"][];
            /**
             * @description No call is made before this time, RFC 3339. A change applies to every job, also to those that keep an earlier version.
             * @example 2026-11-23T09:00:00+02:00
             */
            StartAt?: string;
            /**
             * @description No call is made at or after this time, RFC 3339: a job whose next call cannot be made before it fails with `campaign_objective_missed`. A change applies to every job.
             * @example 2026-11-27T17:00:00+02:00
             */
            EndAt?: string;
            /**
             * @description If true, windows without a TimeZone apply in every time zone that the number may be in.
             * @example true
             */
            InferTimeZone?: boolean;
            /**
             * @description The country of numbers without a country code in files of jobs and of suppressions, ISO 3166-1 alpha-2. Without it, such numbers are refused.
             * @example US
             */
            DefaultCountry?: string;
            /** @description Limit on attempts to one number across all jobs of the campaign. */
            MaxAttemptsPerNumber?: components["schemas"]["AttemptLimit"];
            /** @description Limits on the calls of all its jobs. A change applies to every job. Jobs beyond them wait and are called as soon as a place is free. */
            Pacing?: components["schemas"]["CampaignPacing"];
            /** @description When calls that fail technically hold the other calls of the campaign back. A change applies to every job. */
            CircuitBreaker?: components["schemas"]["CircuitBreakerSettings"];
            /**
             * @description Jobs of a campaign with a higher priority are called first while limits of the organization hold jobs of several campaigns. Defaults to 0.
             * @example 10
             */
            Priority?: number;
            /**
             * @description Days from the end of a job to the erasure of its personal data, as by DELETE. A change also applies to ended jobs. By default data is kept.
             * @example 90
             */
            RetentionDays?: number;
            /**
             * @description `draft`: jobs are accepted, and none is called before the campaign is started.
             * @default running
             * @example draft
             * @enum {string}
             */
            State?: "draft" | "running";
        };
        /** @description A caller ID whose calls take one trunk. */
        PinnedCallerID: {
            /**
             * @description The number.
             * @example +14155550102
             */
            Number: string;
            /**
             * @description The trunk that its calls take, whatever the Overrides say: a carrier accepts no number that it does not know.
             * @example sip/main
             */
            Trunk?: string;
        };
        /** @description Windows on certain days in which calls may be made. */
        TimeRule: {
            /** @description Time ranges of the day, at least one. */
            TimeRanges: components["schemas"]["TimeRange"][];
            /**
             * @description Days it applies to. Omitted or empty means every day.
             * @example [
             *       "Mo",
             *       "Tu",
             *       "We",
             *       "Th",
             *       "Fr"
             *     ]
             */
            Weekdays?: ("Su" | "Mo" | "Tu" | "We" | "Th" | "Fr" | "Sa")[];
        };
        /** @description A time range within a day; End is exclusive. */
        TimeRange: {
            /**
             * @description First minute, 24-hour `HH:MM`.
             * @example 09:00
             */
            Start: string;
            /**
             * @description First minute after the range, 24-hour `HH:MM`. `24:00` is the end of the day; an End before Start is on the next day.
             * @example 17:00
             */
            End: string;
        };
        /** @description When calls may be made. Omitted constraints do not apply, except MaxTotalCalls, which defaults to 3. */
        Constraints: {
            /**
             * @description Minimum delay between the creation of the job and its first call. At most 10 years.
             * @example 15m
             */
            MinCreationDelay?: string;
            /**
             * @description If true, calls are not spread over time (jitter).
             * @example false
             */
            DisableJitter?: boolean;
            /**
             * @description Minimum time from the end of an attempt to the start of the next. At most 10 years.
             * @example 4h
             */
            MinDurationBetweenCalls?: string;
            /**
             * @description Maximum number of attempts; 0 means no limit. If neither the job nor its campaign sets it, three attempts are made.
             * @example 3
             */
            MaxTotalCalls?: number;
            /** @description At most Count attempts within any span of Duration. */
            MaxAttemptsInInterval?: {
                /**
                 * @description Maximum number of attempts.
                 * @example 2
                 */
                Count: number;
                /**
                 * @description Length of the sliding window. At most 10 years.
                 * @example 24h
                 */
                Duration: string;
            };
            /**
             * @description IANA time zone of the TimeRules; required with them.
             * @example Europe/Helsinki
             */
            TimeZone?: string;
            /** @description Calls are made only while at least one rule is open. All rules together have at most 500 TimeRanges. */
            TimeRules?: components["schemas"]["TimeRule"][];
            /**
             * @description No call is made after this time, RFC 3339. A job whose next call cannot be made in time fails with `campaign_objective_missed`.
             * @example 2026-11-27T15:00:00+02:00
             */
            NotAfter?: string;
        };
        /** @description Settings of one speech-to-text provider. */
        SpeechToTextSettings: {
            /** @description Options passed on to the provider. */
            options?: {
                /**
                 * @description The spoken language.
                 * @example fi-FI
                 */
                language?: string;
                /**
                 * @description Words that are likely to occur.
                 * @example [
                 *       "Outdial"
                 *     ]
                 */
                keywords?: string[];
            };
        };
        /** @description Campaign settings that a job can override. */
        JobOverrides: {
            /**
             * @description If true, a contact who hangs up before the conversation ends has opted out, and the job fails. A lost connection, an answering machine that hangs up and a wrong contact are no opt-out.
             * @example false
             */
            HangUpIsOptOut?: boolean;
            /**
             * @description If true, the audio is not recorded. Transcripts are stored regardless.
             * @example false
             */
            DisableRecording?: boolean;
            /**
             * Format: int64
             * @description Maximum call duration in seconds, from the answer. Defaults to 1800. Larger values are stored as given, and capped at 86400 when a call is placed.
             * @example 600
             */
            MaxCallSeconds?: number;
            /**
             * Format: int64
             * @description Maximum ring time in seconds. Defaults to 45. Larger values are stored as given, and capped at 600 when a call is placed.
             * @example 30
             */
            MaxRingSeconds?: number;
            /**
             * @description Settings of integrations, keyed by integration. `simulator` holds those of the simulated telephone network and is validated while it places the calls; all others are free-form. At most 64 kB of JSON, nested at most 32 levels deep.
             * @example {
             *       "simulator": {
             *         "Scenario": "conversation_complete"
             *       }
             *     }
             */
            Integrations?: {
                [key: string]: unknown;
            };
            /** @description When calls may be made. */
            Constraints?: components["schemas"]["Constraints"];
            /** @description What is redacted from transcripts and analyses before storage. Test jobs are not redacted. */
            Redaction?: {
                /**
                 * @description Kinds of personal data to redact; "all" means every kind, an empty list none. Defaults to credit_card, iban and ssn.
                 * @example [
                 *       "phone_number",
                 *       "email"
                 *     ]
                 */
                redact?: ("phone_number" | "email" | "credit_card" | "iban" | "ssn" | "ip_address" | "url" | "name" | "all")[];
                /**
                 * @description Kinds of personal data to exclude from redaction.
                 * @example [
                 *       "name"
                 *     ]
                 */
                keep?: ("phone_number" | "email" | "credit_card" | "iban" | "ssn" | "ip_address" | "url" | "name")[];
            };
            /**
             * @description The trunk that places the calls, or a provider, whose first free trunk does. Defaults to the first provider of the installation. The trunk of a caller ID takes precedence. While the trunk is disabled no call is made.
             * @example sip/main
             */
            Trunk?: string;
            /**
             * @description Speech-to-text settings, by the provider's key name.
             * @example {
             *       "deepgram": {
             *         "options": {
             *           "language": "fi-FI",
             *           "keywords": [
             *             "Outdial"
             *           ]
             *         }
             *       }
             *     }
             */
            SST?: {
                [key: string]: components["schemas"]["SpeechToTextSettings"];
            };
        };
        /** @description A variation of a campaign. */
        CampaignVariantBody: {
            /**
             * @description Id of the variant; jobs can select it.
             * @example variant_a
             */
            ID: string;
            /**
             * @description Its relative weight when a variant is drawn.
             * @default 1
             * @example 1
             */
            Weight?: number;
            /** @description Settings that override the campaign's defaults. */
            Overrides?: components["schemas"]["JobOverrides"];
        };
        /** @description The action after a machine has answered, and how machines are recognized. */
        AnsweringMachine: {
            /**
             * @description `continue`: the voice agent gets the verdict, and decides; `hang_up`: the call ends; `leave_message`: the agent leaves a message after the beep, and the call ends. Defaults to `continue`.
             * @example leave_message
             * @enum {string}
             */
            Action?: "continue" | "hang_up" | "leave_message";
            /**
             * @description With `leave_message`: what the agent says. It may have placeholders. By default the agent chooses its words.
             * @example Hello {{ContactName}}, please call us back.
             */
            Message?: string;
            /**
             * @description Seconds after which detection ends. Defaults to 30.
             * @example 30
             */
            MachineDetectionTimeout?: number;
            /**
             * @description Milliseconds: speech of this length is a machine's, shorter speech is a human's. Defaults to 2400.
             * @example 2400
             */
            MachineDetectionSpeechThreshold?: number;
            /**
             * @description Milliseconds of silence after which speech has ended. Defaults to 1200.
             * @example 1200
             */
            MachineDetectionSpeechEndThreshold?: number;
            /**
             * @description Milliseconds without speech after which the verdict is `unknown`. Defaults to 5000.
             * @example 5000
             */
            MachineDetectionSilenceTimeout?: number;
        };
        /** @description What follows an outcome. */
        RetryRule: {
            /**
             * @description The job is completed.
             * @constant
             */
            Then: "complete";
        } | {
            /**
             * @description Another attempt is made if the constraints allow it.
             * @constant
             */
            Then: "retry";
            /**
             * @description Delays before the next attempts, in order; the last one repeats. At most 10 years.
             * @example [
             *       "15m",
             *       "4h"
             *     ]
             */
            Delays?: string[];
        } | {
            /**
             * @description The job fails.
             * @constant
             */
            Then: "fail";
            /**
             * @description The FailureReason of the job.
             * @example wrong_contact
             * @enum {string}
             */
            Reason: "campaign_objective_missed" | "canceled" | "max_attempts_exceeded" | "opted_out" | "technical_error" | "wrong_contact" | "invalid_configuration";
        };
        /** @description Days without calls. */
        BlackoutDate: {
            /**
             * @description First day, as a local date.
             * @example 2026-12-24
             */
            From: string;
            /**
             * @description Last day. Omit it for a single day.
             * @example 2026-12-26
             */
            To?: string;
            /**
             * @description Name of these days; appears in explanations.
             * @example Christmas
             */
            Name: string;
        };
        /** @description At most Count attempts to one number within any span of Duration. */
        AttemptLimit: {
            /**
             * @description Maximum number of attempts.
             * @example 3
             */
            Count: number;
            /**
             * @description Length of the sliding window. At most 10 years.
             * @example 24h
             */
            Duration: string;
        };
        /** @description How fast the calls of a campaign are made. What is over it waits. */
        CampaignPacing: {
            /**
             * @description Calls at once. 0 means no limit.
             * @example 20
             */
            MaxConcurrentCalls?: number;
            /**
             * @description Calls in any minute. 0 means no limit.
             * @example 60
             */
            MaxCallsPerMinute?: number;
            /**
             * @description From the first call of the campaign on, the limits rise from a tenth to the whole over these minutes.
             * @example 10
             */
            RampMinutes?: number;
        };
        /** @description When calls that fail technically hold the other calls back. */
        CircuitBreakerSettings: {
            /**
             * @description False: it never opens. Defaults to true.
             * @example true
             */
            Enabled?: boolean;
            /**
             * @description It opens when at least this part of the latest calls failed technically. Defaults to 0.5.
             * @example 0.5
             */
            FailureRatio?: number;
            /**
             * @description It does not open by fewer calls than this. Defaults to 20.
             * @example 20
             */
            MinCalls?: number;
            /**
             * @description The calls that ended within this time count. Defaults to 300.
             * @example 300
             */
            WindowSeconds?: number;
            /**
             * @description How long no call is made once it is open; doubled up to half an hour each time a probe fails. Defaults to 60.
             * @example 60
             */
            CooldownSeconds?: number;
            /**
             * @description Calls at once while it is half-open. As many successful ones close it. Defaults to 3.
             * @example 3
             */
            ProbeCalls?: number;
        };
        /** @description Given fields are replaced, `null` removes a field, omitted fields stay. */
        ChangeCampaignBody: {
            /**
             * @description Name of the campaign.
             * @example Appointment reminders
             */
            Name?: string;
            /**
             * @description The caller ID of jobs that set none. `null` removes it.
             * @example +14155550100
             */
            DefaultCallerID?: string | null;
            /**
             * @description Numbers that a job may use as its caller ID, each with the trunk that its calls take, if it is pinned to one; the default is always included. `null` removes it.
             * @example [
             *       "+14155550101",
             *       {
             *         "Number": "+14155550102",
             *         "Trunk": "sip/main"
             *       }
             *     ]
             */
            CallerIDs?: (string | components["schemas"]["PinnedCallerID"])[] | null;
            /** @description Settings of jobs that do not override them. `null` removes it. */
            Defaults?: components["schemas"]["JobOverrides"] | null;
            /** @description Variations of the campaign from job to job. With the Defaults, they have at most 2000 TimeRanges. `null` removes it. */
            Variants?: components["schemas"]["CampaignVariantBody"][] | null;
            /**
             * @description JSON Schema (2020-12) of the Data in call analyses; its properties are the fields. At most 32 kB, 200 properties and 10 levels. `$ref` may name definitions of the schema only, and unknown keywords and formats are refused. `null` removes it.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "Confirmed": {
             *           "type": "boolean"
             *         }
             *       }
             *     }
             */
            AnalysisSchema?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description What fills the Data of call analyses: `openai`, a model, or `rules`, which knows no field. By default a model, if the operator has set one up. `null` removes it.
             * @example openai
             */
            Analyzer?: ("rules" | "openai") | null;
            /**
             * @description The voice agent: your own one if there is a URL or a TwimlURL, else a script with at most 500 Lines and 4000 characters in each text. At most 64 kB of JSON, nested at most 32 levels deep. `null` removes it.
             * @example {
             *       "Greeting": "Hello {{Data.FirstName}}."
             *     }
             */
            Agent?: {
                /**
                 * @description The websocket (wss) of your own voice agent, which speaks Twilio Media Streams. Without it and a TwimlURL, a script is spoken.
                 * @example wss://agent.example.com/twilio
                 */
                URL?: string;
                /**
                 * @description In place of the URL: posted to for each call, it answers with the TwiML that names the websocket.
                 * @example https://agent.example.com/twiml
                 */
                TwimlURL?: string;
                /**
                 * @description Headers of the requests to the URL or the TwimlURL, such as credentials. They are stored sealed, and shown masked. A masked value stands for the stored one while the origin of the URL stays the same.
                 * @example {
                 *       "Authorization": "Bearer 3f1c9f8e"
                 *     }
                 */
                Headers?: {
                    [key: string]: string;
                };
                /**
                 * @description Custom parameters of the stream. Their values may have placeholders.
                 * @example {
                 *       "language": "en",
                 *       "name": "{{ContactName}}"
                 *     }
                 */
                Parameters?: {
                    [key: string]: string;
                };
                /**
                 * @description Spoken when the contact answers.
                 * @example Hello {{Data.FirstName}}.
                 */
                Greeting?: string;
                /**
                 * @description Spoken one by one, each after the contact has spoken.
                 * @example [
                 *       "Does the time still suit you?"
                 *     ]
                 */
                Lines?: string[];
                /**
                 * @description Spoken before hanging up.
                 * @example Goodbye.
                 */
                Goodbye?: string;
                /**
                 * @description The message for an answering machine.
                 * @example Please call us back.
                 */
                Voicemail?: string;
            } | null;
            /** @description What is done when a machine answers. `null` removes it. */
            AnsweringMachine?: components["schemas"]["AnsweringMachine"] | null;
            /**
             * @description What follows a call, by outcome, by detail of the line, or for a callback that the contact asked for. Omitted names use the defaults. `null` removes it.
             * @example {
             *       "contact_busy": {
             *         "Then": "retry",
             *         "Delays": [
             *           "5m",
             *           "1h"
             *         ]
             *       }
             *     }
             */
            RetryRules?: {
                [key: string]: components["schemas"]["RetryRule"];
            } | null;
            /**
             * @description Calls are spread over this many seconds. Defaults to 30. `null` removes it.
             * @example 30
             */
            JitterSeconds?: number | null;
            /** @description Days without calls. `null` removes it. */
            BlackoutDates?: components["schemas"]["BlackoutDate"][] | null;
            /**
             * @description No call is made before this time, RFC 3339. A change applies to every job, also to those that keep an earlier version. `null` removes it.
             * @example 2026-11-23T09:00:00+02:00
             */
            StartAt?: string | null;
            /**
             * @description No call is made at or after this time, RFC 3339: a job whose next call cannot be made before it fails with `campaign_objective_missed`. A change applies to every job. `null` removes it.
             * @example 2026-11-27T17:00:00+02:00
             */
            EndAt?: string | null;
            /**
             * @description If true, windows without a TimeZone apply in every time zone that the number may be in. `null` removes it.
             * @example true
             */
            InferTimeZone?: boolean | null;
            /**
             * @description The country of numbers without a country code in files of jobs and of suppressions, ISO 3166-1 alpha-2. Without it, such numbers are refused. `null` removes it.
             * @example US
             */
            DefaultCountry?: string | null;
            /** @description Limit on attempts to one number across all jobs of the campaign. `null` removes it. */
            MaxAttemptsPerNumber?: components["schemas"]["AttemptLimit"] | null;
            /** @description Limits on the calls of all its jobs. A change applies to every job. Jobs beyond them wait and are called as soon as a place is free. `null` removes it. */
            Pacing?: components["schemas"]["CampaignPacing"] | null;
            /** @description When calls that fail technically hold the other calls of the campaign back. A change applies to every job. `null` removes it. */
            CircuitBreaker?: components["schemas"]["CircuitBreakerSettings"] | null;
            /**
             * @description Jobs of a campaign with a higher priority are called first while limits of the organization hold jobs of several campaigns. Defaults to 0. `null` removes it.
             * @example 10
             */
            Priority?: number | null;
            /**
             * @description Days from the end of a job to the erasure of its personal data, as by DELETE. A change also applies to ended jobs. By default data is kept. `null` removes it.
             * @example 90
             */
            RetentionDays?: number | null;
            /**
             * @description As by the actions `start`, `pause` and `resume`. It applies to every version and creates none.
             * @example paused
             * @enum {string}
             */
            State?: "running" | "paused";
        };
        /** @description The name of the copy; optional. */
        DuplicateCampaignBody: {
            /**
             * @description Name of the copy. By default that of the campaign, with "(copy)".
             * @example Reminders, spring
             */
            Name?: string;
        };
        /** @description A contact to call; also one line of a bulk file. */
        CreateJobBody: {
            /**
             * @description The number to call, in E.164 format.
             * @example +14155550123
             */
            ContactPhoneNumber: string;
            /**
             * @description The caller ID, in E.164 format: one of the campaign's numbers. Defaults to its DefaultCallerID.
             * @example +14155550100
             */
            CallerID?: string;
            /**
             * @description Name of the contact.
             * @example Ada Lovelace
             */
            ContactName?: string;
            /**
             * @description Extra data for templating, reporting and customer lookup. It must not be personal: it is kept when personal data is deleted. At most 64 kB of JSON, nested at most 32 levels deep.
             * @example {
             *       "CustomerID": "c-4711"
             *     }
             */
            Metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Data for templating and context for the agent. Deleted with the job's personal data. At most 64 kB of JSON, nested at most 32 levels deep.
             * @example {
             *       "FirstName": "Ada"
             *     }
             */
            Data?: {
                [key: string]: unknown;
            };
            /** @description Settings that override the campaign's. Defaults to none. */
            Overrides?: components["schemas"]["JobOverrides"];
            /**
             * @description Ids of the variants to use; an empty array uses none. By default one is drawn by weight.
             * @example [
             *       "variant_a"
             *     ]
             */
            CampaignVariants?: string[];
            /**
             * @description While calls wait for a free place, jobs with a higher priority are called first. Takes precedence over that of the campaign; defaults to it.
             * @example 10
             */
            Priority?: number;
            /**
             * @description True for a test job. Test jobs are marked in responses and analytics and are neither encrypted nor redacted.
             * @example false
             */
            TestJob?: boolean;
        };
        /** @description When the next call is to be made. */
        RescheduleJobBody: {
            /**
             * @description Start of the next call as unix time in seconds, at most two years ahead; a negative value means now.
             * @example 1795417200
             */
            CallAtUnixSeconds: number;
        };
        /** @description Fields to replace; omitted fields stay. */
        UpdateJobBody: {
            /**
             * @description Replaces the Data of the job. At most 64 kB of JSON, nested at most 32 levels deep.
             * @example {
             *       "FirstName": "Ada"
             *     }
             */
            Data?: {
                [key: string]: unknown;
            };
            /**
             * @description Replaces the Metadata of the job, except the keys set by an import. At most 64 kB of JSON, nested at most 32 levels deep.
             * @example {
             *       "CustomerID": "c-4711"
             *     }
             */
            Metadata?: {
                [key: string]: unknown;
            };
            /** @description Replaces the job's own constraints; its next call is replanned immediately. */
            Constraints?: components["schemas"]["Constraints"];
            /**
             * @description Replaces the priority of the job, also while it waits for a free place.
             * @example 10
             */
            Priority?: number;
        };
        /** @description Corrections of the analysis of a job. */
        CorrectJobBody: {
            /**
             * @description Fields of the analysis schema with their right values; `null` if it was not said. A value that equals the machine's confirms it. At most 64 kB of JSON, nested at most 32 levels deep.
             * @example {
             *       "Confirmed": false
             *     }
             */
            Corrections?: {
                [key: string]: unknown;
            };
            /**
             * @description Fields whose corrections are removed.
             * @example [
             *       "Day"
             *     ]
             */
            Remove?: string[];
        };
        /** @description An action on every job of a campaign that matches a filter. */
        CreateBulkActionBody: components["schemas"]["BulkCancelBody"] | components["schemas"]["BulkRescheduleBody"] | components["schemas"]["BulkRedialBody"] | components["schemas"]["BulkEraseBody"] | components["schemas"]["BulkAnalyzeBody"] | components["schemas"]["BulkUpdateBody"];
        /** @description Cancels jobs. */
        BulkCancelBody: {
            /**
             * @description What happens to each job. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            Action: "cancel";
            /**
             * @description Which jobs of the campaign: a job must match every condition, as in the list of jobs. `All` alone selects all of them.
             * @example {
             *       "States": [
             *         "created"
             *       ]
             *     }
             */
            Filter: {
                /**
                 * @description Every job of the campaign; the only condition then.
                 * @constant
                 */
                All?: true;
                /**
                 * @description Jobs that failed or were canceled for one of these reasons.
                 * @example [
                 *       "technical_error"
                 *     ]
                 */
                FailureReasons?: ("campaign_objective_missed" | "canceled" | "max_attempts_exceeded" | "opted_out" | "technical_error" | "wrong_contact" | "invalid_configuration")[];
                /**
                 * @description `true`: only test jobs; `false`: all other jobs.
                 * @example false
                 */
                Test?: boolean;
                /**
                 * @description Jobs created by this import.
                 * @example import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
                 */
                ImportID?: string;
                /**
                 * @description Jobs created at that instant or later.
                 * @example 2026-11-21T00:00:00Z
                 */
                CreatedAfter?: string;
                /**
                 * @description Jobs created before that instant.
                 * @example 2026-11-22T00:00:00Z
                 */
                CreatedBefore?: string;
                /**
                 * @description Jobs last changed at that instant or later.
                 * @example 2026-11-21T00:00:00Z
                 */
                UpdatedAfter?: string;
                /**
                 * @description Jobs last changed before that instant.
                 * @example 2026-11-22T00:00:00Z
                 */
                UpdatedBefore?: string;
                /**
                 * @description Jobs in one of these states.
                 * @example [
                 *       "created"
                 *     ]
                 */
                States?: ("created" | "scheduled" | "calling")[];
            };
            /**
             * @description `true` changes nothing and answers how many jobs match, with examples.
             * @example true
             */
            DryRun?: boolean;
        };
        /** @description Sets the next call of jobs to one instant. */
        BulkRescheduleBody: {
            /**
             * @description What happens to each job. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            Action: "reschedule";
            /**
             * @description Which jobs of the campaign: a job must match every condition, as in the list of jobs. `All` alone selects all of them.
             * @example {
             *       "States": [
             *         "created"
             *       ]
             *     }
             */
            Filter: {
                /**
                 * @description Every job of the campaign; the only condition then.
                 * @constant
                 */
                All?: true;
                /**
                 * @description Jobs that failed or were canceled for one of these reasons.
                 * @example [
                 *       "technical_error"
                 *     ]
                 */
                FailureReasons?: ("campaign_objective_missed" | "canceled" | "max_attempts_exceeded" | "opted_out" | "technical_error" | "wrong_contact" | "invalid_configuration")[];
                /**
                 * @description `true`: only test jobs; `false`: all other jobs.
                 * @example false
                 */
                Test?: boolean;
                /**
                 * @description Jobs created by this import.
                 * @example import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
                 */
                ImportID?: string;
                /**
                 * @description Jobs created at that instant or later.
                 * @example 2026-11-21T00:00:00Z
                 */
                CreatedAfter?: string;
                /**
                 * @description Jobs created before that instant.
                 * @example 2026-11-22T00:00:00Z
                 */
                CreatedBefore?: string;
                /**
                 * @description Jobs last changed at that instant or later.
                 * @example 2026-11-21T00:00:00Z
                 */
                UpdatedAfter?: string;
                /**
                 * @description Jobs last changed before that instant.
                 * @example 2026-11-22T00:00:00Z
                 */
                UpdatedBefore?: string;
                /**
                 * @description Jobs in one of these states.
                 * @example [
                 *       "created"
                 *     ]
                 */
                States?: ("created" | "scheduled")[];
            };
            /**
             * @description `true` changes nothing and answers how many jobs match, with examples.
             * @example true
             */
            DryRun?: boolean;
            /**
             * @description Start of the next call as unix time in seconds, at most two years ahead; a negative value means now.
             * @example 1795417200
             */
            CallAtUnixSeconds: number;
        };
        /** @description Calls the contacts of ended jobs again, with new jobs. */
        BulkRedialBody: {
            /**
             * @description What happens to each job. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            Action: "redial";
            /**
             * @description Which jobs of the campaign: a job must match every condition, as in the list of jobs. `All` alone selects all of them.
             * @example {
             *       "States": [
             *         "completed"
             *       ]
             *     }
             */
            Filter: {
                /**
                 * @description Every job of the campaign; the only condition then.
                 * @constant
                 */
                All?: true;
                /**
                 * @description Jobs that failed or were canceled for one of these reasons.
                 * @example [
                 *       "technical_error"
                 *     ]
                 */
                FailureReasons?: ("campaign_objective_missed" | "canceled" | "max_attempts_exceeded" | "opted_out" | "technical_error" | "wrong_contact" | "invalid_configuration")[];
                /**
                 * @description `true`: only test jobs; `false`: all other jobs.
                 * @example false
                 */
                Test?: boolean;
                /**
                 * @description Jobs created by this import.
                 * @example import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
                 */
                ImportID?: string;
                /**
                 * @description Jobs created at that instant or later.
                 * @example 2026-11-21T00:00:00Z
                 */
                CreatedAfter?: string;
                /**
                 * @description Jobs created before that instant.
                 * @example 2026-11-22T00:00:00Z
                 */
                CreatedBefore?: string;
                /**
                 * @description Jobs last changed at that instant or later.
                 * @example 2026-11-21T00:00:00Z
                 */
                UpdatedAfter?: string;
                /**
                 * @description Jobs last changed before that instant.
                 * @example 2026-11-22T00:00:00Z
                 */
                UpdatedBefore?: string;
                /**
                 * @description Jobs in one of these states.
                 * @example [
                 *       "completed"
                 *     ]
                 */
                States?: ("completed" | "failed" | "canceled")[];
            };
            /**
             * @description `true` changes nothing and answers how many jobs match, with examples.
             * @example true
             */
            DryRun?: boolean;
        };
        /** @description Deletes the personal data of jobs. */
        BulkEraseBody: {
            /**
             * @description What happens to each job. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            Action: "erase";
            /**
             * @description Which jobs of the campaign: a job must match every condition, as in the list of jobs. `All` alone selects all of them.
             * @example {
             *       "States": [
             *         "created"
             *       ]
             *     }
             */
            Filter: {
                /**
                 * @description Every job of the campaign; the only condition then.
                 * @constant
                 */
                All?: true;
                /**
                 * @description Jobs that failed or were canceled for one of these reasons.
                 * @example [
                 *       "technical_error"
                 *     ]
                 */
                FailureReasons?: ("campaign_objective_missed" | "canceled" | "max_attempts_exceeded" | "opted_out" | "technical_error" | "wrong_contact" | "invalid_configuration")[];
                /**
                 * @description `true`: only test jobs; `false`: all other jobs.
                 * @example false
                 */
                Test?: boolean;
                /**
                 * @description Jobs created by this import.
                 * @example import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
                 */
                ImportID?: string;
                /**
                 * @description Jobs created at that instant or later.
                 * @example 2026-11-21T00:00:00Z
                 */
                CreatedAfter?: string;
                /**
                 * @description Jobs created before that instant.
                 * @example 2026-11-22T00:00:00Z
                 */
                CreatedBefore?: string;
                /**
                 * @description Jobs last changed at that instant or later.
                 * @example 2026-11-21T00:00:00Z
                 */
                UpdatedAfter?: string;
                /**
                 * @description Jobs last changed before that instant.
                 * @example 2026-11-22T00:00:00Z
                 */
                UpdatedBefore?: string;
                /**
                 * @description Jobs in one of these states.
                 * @example [
                 *       "created"
                 *     ]
                 */
                States?: ("created" | "scheduled" | "calling" | "completed" | "failed" | "canceled")[];
            };
            /**
             * @description `true` changes nothing and answers how many jobs match, with examples.
             * @example true
             */
            DryRun?: boolean;
        };
        /** @description Lets a model analyze the calls of jobs again. */
        BulkAnalyzeBody: {
            /**
             * @description What happens to each job. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            Action: "analyze";
            /**
             * @description Which jobs of the campaign: a job must match every condition, as in the list of jobs. `All` alone selects all of them.
             * @example {
             *       "States": [
             *         "scheduled"
             *       ]
             *     }
             */
            Filter: {
                /**
                 * @description Every job of the campaign; the only condition then.
                 * @constant
                 */
                All?: true;
                /**
                 * @description Jobs that failed or were canceled for one of these reasons.
                 * @example [
                 *       "technical_error"
                 *     ]
                 */
                FailureReasons?: ("campaign_objective_missed" | "canceled" | "max_attempts_exceeded" | "opted_out" | "technical_error" | "wrong_contact" | "invalid_configuration")[];
                /**
                 * @description `true`: only test jobs; `false`: all other jobs.
                 * @example false
                 */
                Test?: boolean;
                /**
                 * @description Jobs created by this import.
                 * @example import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
                 */
                ImportID?: string;
                /**
                 * @description Jobs created at that instant or later.
                 * @example 2026-11-21T00:00:00Z
                 */
                CreatedAfter?: string;
                /**
                 * @description Jobs created before that instant.
                 * @example 2026-11-22T00:00:00Z
                 */
                CreatedBefore?: string;
                /**
                 * @description Jobs last changed at that instant or later.
                 * @example 2026-11-21T00:00:00Z
                 */
                UpdatedAfter?: string;
                /**
                 * @description Jobs last changed before that instant.
                 * @example 2026-11-22T00:00:00Z
                 */
                UpdatedBefore?: string;
                /**
                 * @description Jobs in one of these states.
                 * @example [
                 *       "scheduled"
                 *     ]
                 */
                States?: ("scheduled" | "completed" | "failed" | "canceled")[];
            };
            /**
             * @description `true` changes nothing and answers how many jobs match, with examples.
             * @example true
             */
            DryRun?: boolean;
        };
        /** @description Replaces parts of jobs. */
        BulkUpdateBody: {
            /**
             * @description What happens to each job. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            Action: "update";
            /**
             * @description Which jobs of the campaign: a job must match every condition, as in the list of jobs. `All` alone selects all of them.
             * @example {
             *       "States": [
             *         "created"
             *       ]
             *     }
             */
            Filter: {
                /**
                 * @description Every job of the campaign; the only condition then.
                 * @constant
                 */
                All?: true;
                /**
                 * @description Jobs that failed or were canceled for one of these reasons.
                 * @example [
                 *       "technical_error"
                 *     ]
                 */
                FailureReasons?: ("campaign_objective_missed" | "canceled" | "max_attempts_exceeded" | "opted_out" | "technical_error" | "wrong_contact" | "invalid_configuration")[];
                /**
                 * @description `true`: only test jobs; `false`: all other jobs.
                 * @example false
                 */
                Test?: boolean;
                /**
                 * @description Jobs created by this import.
                 * @example import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
                 */
                ImportID?: string;
                /**
                 * @description Jobs created at that instant or later.
                 * @example 2026-11-21T00:00:00Z
                 */
                CreatedAfter?: string;
                /**
                 * @description Jobs created before that instant.
                 * @example 2026-11-22T00:00:00Z
                 */
                CreatedBefore?: string;
                /**
                 * @description Jobs last changed at that instant or later.
                 * @example 2026-11-21T00:00:00Z
                 */
                UpdatedAfter?: string;
                /**
                 * @description Jobs last changed before that instant.
                 * @example 2026-11-22T00:00:00Z
                 */
                UpdatedBefore?: string;
                /**
                 * @description Jobs in one of these states.
                 * @example [
                 *       "created"
                 *     ]
                 */
                States?: ("created" | "scheduled" | "calling")[];
            };
            /**
             * @description `true` changes nothing and answers how many jobs match, with examples.
             * @example true
             */
            DryRun?: boolean;
            /**
             * @description Replaces the Data of the job. At most 64 kB of JSON, nested at most 32 levels deep.
             * @example {
             *       "FirstName": "Ada"
             *     }
             */
            Data?: {
                [key: string]: unknown;
            };
            /**
             * @description Replaces the Metadata of the job, except the keys set by an import. At most 64 kB of JSON, nested at most 32 levels deep.
             * @example {
             *       "CustomerID": "c-4711"
             *     }
             */
            Metadata?: {
                [key: string]: unknown;
            };
            /** @description Replaces the job's own constraints; its next call is replanned immediately. */
            Constraints?: components["schemas"]["Constraints"];
            /**
             * @description Replaces the priority of the job, also while it waits for a free place.
             * @example 10
             */
            Priority?: number;
        };
        /** @description The reason for stopping the call; optional. */
        StopCallBody: {
            /**
             * @description The reason for stopping the call; stored with the call.
             * @example The contact is on another line.
             */
            Reason?: string;
        };
        /** @description Hangs up. */
        UpdateTwilioCallForm: {
            /**
             * @description Hangs up. No other change is possible.
             * @example completed
             * @constant
             */
            Status: "completed";
        };
        /** @description The audio stream that the ticket is for. */
        CreateAudioTicketBody: {
            /**
             * @description The side of the call: `bot` is the assistant, `user` is the contact.
             * @example user
             * @enum {string}
             */
            Channel: "bot" | "user";
        };
        /** @description The recording that the ticket is for. */
        CreateRecordingTicketBody: {
            /**
             * @description The recording that the ticket is for.
             * @example merged.mp3
             * @enum {string}
             */
            File: "input.mp3" | "output.mp3" | "merged.mp3";
        };
        /** @description A number that must not be called. */
        AddSuppressionBody: {
            /**
             * @description The number, E.164.
             * @example +14155550199
             */
            PhoneNumber: string;
            /**
             * @description Why the number must not be called. `opted_out` if absent.
             * @example complaint
             * @enum {string}
             */
            Reason?: "opted_out" | "user_refusal" | "complaint" | "legal" | "invalid_number" | "wrong_contact" | "other";
            /**
             * @description For people, at most 500 characters. Stored encrypted.
             * @example Asked by letter, see case 4711.
             */
            Note?: string;
            /**
             * Format: date-time
             * @description The first instant at which the number may be called again, in the future. Absent: it is suppressed for good.
             * @example 2027-01-31T00:00:00Z
             */
            Until?: string;
            /**
             * @description How the entry came about, for people: `cli` from the command line. `api` if absent.
             * @example api
             * @enum {string}
             */
            Source?: "api" | "cli";
        };
        /** @description Given fields are replaced, `null` removes a field, omitted fields stay. */
        ChangeOrganizationBody: {
            /**
             * @description Name of the organization.
             * @example Example Ltd
             */
            Name?: string;
            /**
             * @description Limit on attempts to one number across all jobs of the organization. `null` removes it.
             * @example {
             *       "Count": 3,
             *       "Duration": "24h"
             *     }
             */
            MaxAttemptsPerNumber?: components["schemas"]["AttemptLimit"] | null;
            /**
             * @description Limits on the calls of each caller ID, over all campaigns of the organization. `null` removes it.
             * @example {
             *       "MaxConcurrentCalls": 5,
             *       "MaxCallsPerMinute": 10
             *     }
             */
            CallerIDPacing?: components["schemas"]["CallerIDPacing"] | null;
            /**
             * @description `paused` holds the calls of all its jobs back; running calls go on. A client cannot change it while the organization is blocked.
             * @example paused
             * @enum {string}
             */
            State?: "active" | "paused";
        };
        /** @description How fast the calls of each caller ID are made. What is over it waits. */
        CallerIDPacing: {
            /**
             * @description Calls at once. 0 means no limit.
             * @example 20
             */
            MaxConcurrentCalls?: number;
            /**
             * @description Calls in any minute. 0 means no limit.
             * @example 60
             */
            MaxCallsPerMinute?: number;
        };
        /** @description A receiver of events. */
        RegisterWebhookBody: {
            /**
             * @description Full URL of the receiver: https on port 443 or 8443, unless the operator allows more. Private addresses are rejected.
             * @example https://example.com/webhooks
             */
            DestinationURL: string;
            /**
             * @description Kinds of events to send. Defaults to `job_state_updated` alone.
             * @example [
             *       "job_state_updated"
             *     ]
             */
            Events?: ("job_state_updated" | "call_started" | "call_answered" | "call_ended" | "analysis_ready" | "contact_opted_out" | "import_finished" | "campaign_paused" | "campaign_resumed" | "campaign_stopped")[];
            /**
             * @description Campaigns whose events are sent. Defaults to all.
             * @example [
             *       "campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e"
             *     ]
             */
            CampaignIDs?: string[];
            /**
             * @description A description of its purpose.
             * @example CRM of the sales team
             */
            Description?: string;
            /**
             * @description Static headers of every request; responses mask their values. A change of the destination to another origin removes them.
             * @example {
             *       "Authorization": "Bearer 3f1c9f8e"
             *     }
             */
            Headers?: {
                [key: string]: string;
            };
            /**
             * @description Disable the webhook when the receiver responds with 410.
             * @example true
             */
            DisableOnGone?: boolean;
            /**
             * @description Disable the webhook after five days of uninterrupted failures.
             * @example false
             */
            DisableAfterFailures?: boolean;
            /**
             * @description A disabled webhook receives nothing.
             * @example true
             */
            Enabled?: boolean;
        };
        /** @description Given fields are replaced, `null` removes a field, omitted fields stay. */
        ChangeWebhookBody: {
            /**
             * @description Full URL of the receiver: https on port 443 or 8443, unless the operator allows more. Private addresses are rejected.
             * @example https://example.com/webhooks
             */
            DestinationURL?: string;
            /**
             * @description Kinds of events to send. Defaults to `job_state_updated` alone. `null` removes it.
             * @example [
             *       "job_state_updated"
             *     ]
             */
            Events?: ("job_state_updated" | "call_started" | "call_answered" | "call_ended" | "analysis_ready" | "contact_opted_out" | "import_finished" | "campaign_paused" | "campaign_resumed" | "campaign_stopped")[] | null;
            /**
             * @description Campaigns whose events are sent. Defaults to all. `null` removes it.
             * @example [
             *       "campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e"
             *     ]
             */
            CampaignIDs?: string[] | null;
            /**
             * @description A description of its purpose. `null` removes it.
             * @example CRM of the sales team
             */
            Description?: string | null;
            /**
             * @description Static headers of every request; responses mask their values. A change of the destination to another origin removes them. `null` removes it.
             * @example {
             *       "Authorization": "Bearer 3f1c9f8e"
             *     }
             */
            Headers?: {
                [key: string]: string;
            } | null;
            /**
             * @description Disable the webhook when the receiver responds with 410.
             * @example true
             */
            DisableOnGone?: boolean;
            /**
             * @description Disable the webhook after five days of uninterrupted failures.
             * @example false
             */
            DisableAfterFailures?: boolean;
            /**
             * @description A disabled webhook receives nothing.
             * @example true
             */
            Enabled?: boolean;
        };
        /** @description A new API key. */
        CreateApiKeyBody: {
            /**
             * @description A name that identifies the key to people.
             * @example CRM, production
             */
            Name: string;
            /**
             * @description Scopes of the key, at most those of the key that creates it.
             * @example [
             *       "jobs:read",
             *       "jobs:write"
             *     ]
             */
            Scopes: ("jobs:read" | "jobs:write" | "personal:read" | "calls:listen" | "calls:stop" | "recordings:read" | "webhooks:manage" | "campaigns:manage" | "suppressions:read" | "suppressions:add" | "suppressions:remove" | "pii:delete" | "keys:manage" | "audit:read" | "service:read")[];
            /**
             * @description Restricts the key to these campaigns. Such a key cannot have organization-wide scopes.
             * @example [
             *       "campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e"
             *     ]
             */
            CampaignIDs?: string[];
            /**
             * Format: date-time
             * @description When the key expires, no later than the key or the session that creates it. By default it expires with that.
             * @example 2027-01-31T00:00:00Z
             */
            ExpiresAt?: string;
        };
        /** @description A job changed its state. */
        JobStateUpdatedEvent: {
            /**
             * @description Id of the webhook.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            WebhookID: string;
            /**
             * @description When it happened, in unix milliseconds. Strictly increasing for each job: order events by it.
             * @example 1795254061325
             */
            EventTimeMS: number;
            /**
             * @description The organization it belongs to.
             * @example org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            OrgID: string;
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /**
             * @description Id of the job. Ids sort by creation.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            JobID: string;
            /**
             * @description What happened.
             * @example job_state_updated
             * @constant
             */
            Event: "job_state_updated";
            /**
             * @description Depends on the event.
             * @example {
             *       "State": "completed"
             *     }
             */
            Data: {
                /**
                 * @description The new state of the job.
                 * @example completed
                 * @enum {string}
                 */
                State: "created" | "scheduled" | "calling" | "analyzing" | "completed" | "failed" | "canceled" | "deleting" | "deleted";
            };
            /**
             * @description Whether the job is a test job.
             * @example false
             */
            TestJob: boolean;
        };
        /** @description An event of another kind. Those of imports and of campaigns have no `JobID`. */
        OtherEvent: {
            /**
             * @description Id of the webhook.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            WebhookID: string;
            /**
             * @description When it happened, in unix milliseconds.
             * @example 1795254061325
             */
            EventTimeMS: number;
            /**
             * @description The organization it belongs to.
             * @example org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            OrgID: string;
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /**
             * @description Id of the job. Ids sort by creation.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            JobID?: string;
            /**
             * @description What happened.
             * @example call_ended
             * @enum {string}
             */
            Event: "call_started" | "call_answered" | "call_ended" | "analysis_ready" | "contact_opted_out" | "import_finished" | "campaign_paused" | "campaign_resumed" | "campaign_stopped";
            /**
             * @description Depends on the kind; never personal data.
             * @example {
             *       "State": "completed"
             *     }
             */
            Data: {
                [key: string]: unknown;
            };
            /**
             * @description Whether the job is a test job.
             * @example false
             */
            TestJob: boolean;
        };
        /** @description The process is alive. */
        Health: {
            /**
             * @description The process responds.
             * @constant
             */
            Status: "ok";
        };
        /** @description Problem details (RFC 9457): the body of every error response. */
        Problem: {
            /**
             * @description Identifies the kind of problem; as stable as `code`.
             * @example urn:outdial:problem:job_not_found
             */
            type: string;
            /**
             * @description A summary of the kind of problem.
             * @example Job not found.
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 404
             */
            status: number;
            /**
             * @description An explanation of this occurrence.
             * @example Job not found.
             */
            detail: string;
            /**
             * @description Identifies this occurrence.
             * @example urn:outdial:request:req_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            instance: string;
            /**
             * @description A stable code for the kind of problem. Branch on this.
             * @example job_not_found
             * @enum {string}
             */
            code: "invalid_body" | "invalid_query" | "invalid_header" | "malformed_json" | "malformed_request" | "invalid_upload" | "invalid_file" | "invalid_rows" | "invalid_phone_number" | "not_scheduled" | "unauthenticated" | "forbidden" | "cross_site_request" | "https_required" | "organization_blocked" | "campaign_blocked" | "route_not_found" | "campaign_not_found" | "version_not_found" | "job_not_found" | "call_not_found" | "recording_not_found" | "webhook_not_found" | "delivery_not_found" | "session_not_found" | "api_key_not_found" | "suppression_not_found" | "bulk_action_not_found" | "import_not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "job_not_running" | "nothing_to_analyze" | "corrections_changed" | "call_not_active" | "idempotency_in_progress" | "import_not_running" | "bulk_action_not_running" | "campaign_state" | "campaign_changed" | "webhook_disabled" | "webhook_changed" | "too_many_webhooks" | "too_many_open_jobs" | "too_many_bulk_actions" | "too_many_campaigns" | "too_many_api_keys" | "body_too_large" | "unsupported_media_type" | "file_too_large" | "too_many_rows" | "unsupported_upload" | "range_not_satisfiable" | "idempotency_reply_erased" | "idempotency_secret_not_stored" | "idempotency_key_reused" | "validation_too_long" | "upgrade_required" | "rate_limited" | "too_many_redeliveries" | "checks_too_slow" | "too_many_downloads" | "too_many_streams" | "header_too_large" | "uploads_busy" | "internal_error" | "key_unavailable" | "audio_unavailable" | "store_unavailable" | "engine_unavailable";
            /**
             * @description The `X-Request-Id` of the response; identifies the request in the log.
             * @example req_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            requestId: string;
            /** @description The individual problems and their locations, if known. */
            errors?: components["schemas"]["FieldProblem"][];
        };
        /** @description One problem with a request. */
        FieldProblem: {
            /**
             * @description A JSON pointer (RFC 6901) into the body, or the name of the query parameter or header.
             * @example /ContactPhoneNumber
             */
            pointer: string;
            /**
             * @description What was expected.
             * @example Expected an E.164 number such as "+14155550123".
             */
            detail: string;
            /**
             * @description In a bulk file: the data row, from 1.
             * @example 17
             */
            row?: number;
            /**
             * @description In a bulk file: the column.
             * @example ContactPhoneNumber
             */
            column?: string;
            /**
             * @description In a bulk file: the value.
             * @example 0401234567
             */
            value?: string;
            /**
             * @description In a bulk file: the kind of error.
             * @example invalid_value
             */
            code?: string;
        };
        /** @description Whether this process is in service. */
        Readiness: {
            /**
             * @description Whether this process is in service: `ready`; `degraded` while a server does not respond, so that some requests are refused or take effect later. Not in service: `starting` until the first start has created what it needs, `draining` during shutdown, `unavailable` when the database has not responded for 30 seconds.
             * @example ready
             * @enum {string}
             */
            Status: "ready" | "degraded" | "starting" | "draining" | "unavailable";
            /** @description The servers that the process depends on, and what an operator prepares in them. */
            Checks: {
                /**
                 * @description Whether the database responds.
                 * @example ok
                 * @enum {string}
                 */
                MongoDB: "ok" | "unavailable";
                /**
                 * @description Whether the workflow engine responds.
                 * @example ok
                 * @enum {string}
                 */
                Temporal: "ok" | "unavailable";
                /**
                 * @description Whether the database has the indexes of this version. It does not change the status: the process accepts requests all the same. `unknown` until it is checked, or if this process may not check it.
                 * @example ok
                 * @enum {string}
                 */
                Schema: "ok" | "incomplete" | "unknown";
                /**
                 * @description Whether the namespace of the workflow engine has the search attributes. It does not change the status: the process accepts requests all the same. `unknown` until it is checked, or if this process may not check it.
                 * @example ok
                 * @enum {string}
                 */
                SearchAttributes: "ok" | "incomplete" | "unknown";
            };
        };
        /** @description The campaign was created. */
        CampaignCreated: {
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /** @description What was accepted, but may not do what was meant; absent if there is nothing to say. */
            Warnings?: components["schemas"]["Warning"][];
        };
        /** @description Something that is valid, and may not be what was meant. */
        Warning: {
            /**
             * @description The field, as a JSON pointer into the body, or the name of the query parameter.
             * @example /Overrides/Constraints/TimeZone
             */
            Pointer: string;
            /**
             * @description What to look at.
             * @example "EST" is UTC-5 all year, without daylight saving time; you may mean "America/New_York".
             */
            Detail: string;
        };
        /** @description A page of campaigns. */
        CampaignList: {
            /** @description Campaigns of the organization, oldest first. */
            Campaigns: components["schemas"]["Campaign"][];
        };
        /** @description The configuration and defaults of calls. */
        Campaign: {
            /**
             * @description The organization it belongs to.
             * @example org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            OrgID: string;
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ID: string;
            /**
             * @description Version of the settings, from 1; each change creates a new one.
             * @example 3
             */
            Version: number;
            /**
             * @description Applies to every version. `draft`: jobs wait until the campaign is started; `running`; `paused`: jobs wait; `stopped`: waiting jobs are canceled and new ones refused; `archived`: stopped, and hidden from lists; `blocked`: the operator of the service holds calls back and refuses new jobs.
             * @example running
             * @enum {string}
             */
            State: "draft" | "running" | "paused" | "stopped" | "archived" | "blocked";
            /**
             * Format: date-time
             * @description Until then the calls that waited are spread, after the campaign was started or resumed.
             * @example 2026-11-21T09:41:01.325Z
             */
            RampUntil?: string;
            /** @description Its circuit breaker; absent if it is disabled. */
            CircuitBreaker?: components["schemas"]["CircuitBreaker"];
            /** @description Present once the campaign was stopped. */
            Stop?: components["schemas"]["CampaignStop"];
            /** @description The settings of this version. */
            Data: components["schemas"]["CampaignSettingsBody"];
            /**
             * Format: date-time
             * @description When the campaign was created.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
            /**
             * Format: date-time
             * @description When this version was created.
             * @example 2026-11-21T10:02:44.901Z
             */
            UpdatedAt: string;
            /** @description With `dry_run=true` only: nothing was changed; the campaign is shown as it would be. */
            DryRun?: components["schemas"]["ChangePreview"];
            /** @description What was accepted, but may not do what was meant; absent if there is nothing to say. */
            Warnings?: components["schemas"]["Warning"][];
        };
        /** @description Whether technical failures hold the calls of a campaign back. */
        CircuitBreaker: {
            /**
             * @description `closed`: calls are made; `open`: none is made before `HalfOpenAt`; `half_open`: only probes are made.
             * @example open
             * @enum {string}
             */
            State: "closed" | "open" | "half_open";
            /**
             * Format: date-time
             * @description When it opened last; absent if it never did.
             * @example 2026-11-21T09:41:01.325Z
             */
            OpenedAt?: string;
            /**
             * Format: date-time
             * @description From when on probes are made; absent while it is closed.
             * @example 2026-11-21T09:41:01.325Z
             */
            HalfOpenAt?: string;
            /**
             * Format: date-time
             * @description When it was closed again; absent before.
             * @example 2026-11-21T09:41:01.325Z
             */
            ClosedAt?: string;
            /**
             * Format: date-time
             * @description Until then the calls that waited are spread.
             * @example 2026-11-21T09:41:01.325Z
             */
            RampUntil?: string;
            /**
             * @description The calls that were looked at when it opened.
             * @example 20
             */
            Calls?: number;
            /**
             * @description How many of them failed technically.
             * @example 12
             */
            Failures?: number;
            /**
             * @description How the latest of them failed.
             * @example provider_refused
             * @enum {string}
             */
            LastError?: "provider_refused" | "provider_failed" | "assistant_refused" | "assistant_failed" | "connection_failed" | "worker_lost";
        };
        /** @description How far the cancellation of the waiting jobs is. */
        CampaignStop: {
            /**
             * Format: date-time
             * @description When the campaign was stopped.
             * @example 2026-11-21T09:41:01.325Z
             */
            At: string;
            /**
             * @description Jobs that waited for a call then.
             * @example 911
             */
            JobsWaiting: number;
            /**
             * @description Jobs that the stop has canceled so far; absent before they are first counted.
             * @example 911
             */
            JobsCanceled?: number;
            /**
             * Format: date-time
             * @description When no job waited any more; absent before.
             * @example 2026-11-21T09:41:01.325Z
             */
            FinishedAt?: string;
        };
        /** @description The settings of a campaign. */
        CampaignSettingsBody: {
            /**
             * @description Name of the campaign.
             * @example Appointment reminders
             */
            Name: string;
            /**
             * @description The caller ID of jobs that set none.
             * @example +14155550100
             */
            DefaultCallerID?: string;
            /**
             * @description Numbers that a job may use as its caller ID, each with the trunk that its calls take, if it is pinned to one; the default is always included.
             * @example [
             *       "+14155550101",
             *       {
             *         "Number": "+14155550102",
             *         "Trunk": "sip/main"
             *       }
             *     ]
             */
            CallerIDs?: (string | components["schemas"]["PinnedCallerID"])[];
            /** @description Settings of jobs that do not override them. */
            Defaults?: components["schemas"]["JobOverrides"];
            /** @description Variations of the campaign from job to job. With the Defaults, they have at most 2000 TimeRanges. */
            Variants?: components["schemas"]["CampaignVariant"][];
            /**
             * @description JSON Schema (2020-12) of the Data in call analyses; its properties are the fields. At most 32 kB, 200 properties and 10 levels. `$ref` may name definitions of the schema only, and unknown keywords and formats are refused.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "Confirmed": {
             *           "type": "boolean"
             *         }
             *       }
             *     }
             */
            AnalysisSchema?: {
                [key: string]: unknown;
            };
            /**
             * @description What fills the Data of call analyses: `openai`, a model, or `rules`, which knows no field. By default a model, if the operator has set one up.
             * @example openai
             * @enum {string}
             */
            Analyzer?: "rules" | "openai";
            /**
             * @description The voice agent: your own one if there is a URL or a TwimlURL, else a script with at most 500 Lines and 4000 characters in each text. At most 64 kB of JSON, nested at most 32 levels deep.
             * @example {
             *       "Greeting": "Hello {{Data.FirstName}}."
             *     }
             */
            Agent?: {
                /**
                 * @description The websocket (wss) of your own voice agent, which speaks Twilio Media Streams. Without it and a TwimlURL, a script is spoken.
                 * @example wss://agent.example.com/twilio
                 */
                URL?: string;
                /**
                 * @description In place of the URL: posted to for each call, it answers with the TwiML that names the websocket.
                 * @example https://agent.example.com/twiml
                 */
                TwimlURL?: string;
                /**
                 * @description Headers of the requests to the URL or the TwimlURL, such as credentials. They are stored sealed, and shown masked. A masked value stands for the stored one while the origin of the URL stays the same.
                 * @example {
                 *       "Authorization": "Bearer 3f1c9f8e"
                 *     }
                 */
                Headers?: {
                    [key: string]: string;
                };
                /**
                 * @description Custom parameters of the stream. Their values may have placeholders.
                 * @example {
                 *       "language": "en",
                 *       "name": "{{ContactName}}"
                 *     }
                 */
                Parameters?: {
                    [key: string]: string;
                };
                /**
                 * @description Spoken when the contact answers.
                 * @example Hello {{Data.FirstName}}.
                 */
                Greeting?: string;
                /**
                 * @description Spoken one by one, each after the contact has spoken.
                 * @example [
                 *       "Does the time still suit you?"
                 *     ]
                 */
                Lines?: string[];
                /**
                 * @description Spoken before hanging up.
                 * @example Goodbye.
                 */
                Goodbye?: string;
                /**
                 * @description The message for an answering machine.
                 * @example Please call us back.
                 */
                Voicemail?: string;
            };
            /** @description What is done when a machine answers. */
            AnsweringMachine?: components["schemas"]["AnsweringMachine"];
            /**
             * @description What follows a call, by outcome, by detail of the line, or for a callback that the contact asked for. Omitted names use the defaults.
             * @example {
             *       "contact_busy": {
             *         "Then": "retry",
             *         "Delays": [
             *           "5m",
             *           "1h"
             *         ]
             *       }
             *     }
             */
            RetryRules?: {
                [key: string]: components["schemas"]["RetryRule"];
            };
            /**
             * @description Calls are spread over this many seconds. Defaults to 30.
             * @example 30
             */
            JitterSeconds?: number;
            /** @description Days without calls. */
            BlackoutDates?: components["schemas"]["BlackoutDate"][];
            /**
             * @description No call is made before this time, RFC 3339. A change applies to every job, also to those that keep an earlier version.
             * @example 2026-11-23T09:00:00+02:00
             */
            StartAt?: string;
            /**
             * @description No call is made at or after this time, RFC 3339: a job whose next call cannot be made before it fails with `campaign_objective_missed`. A change applies to every job.
             * @example 2026-11-27T17:00:00+02:00
             */
            EndAt?: string;
            /**
             * @description If true, windows without a TimeZone apply in every time zone that the number may be in.
             * @example true
             */
            InferTimeZone?: boolean;
            /**
             * @description The country of numbers without a country code in files of jobs and of suppressions, ISO 3166-1 alpha-2. Without it, such numbers are refused.
             * @example US
             */
            DefaultCountry?: string;
            /** @description Limit on attempts to one number across all jobs of the campaign. */
            MaxAttemptsPerNumber?: components["schemas"]["AttemptLimit"];
            /** @description Limits on the calls of all its jobs. A change applies to every job. Jobs beyond them wait and are called as soon as a place is free. */
            Pacing?: components["schemas"]["CampaignPacing"];
            /** @description When calls that fail technically hold the other calls of the campaign back. A change applies to every job. */
            CircuitBreaker?: components["schemas"]["CircuitBreakerSettings"];
            /**
             * @description Jobs of a campaign with a higher priority are called first while limits of the organization hold jobs of several campaigns. Defaults to 0.
             * @example 10
             */
            Priority?: number;
            /**
             * @description Days from the end of a job to the erasure of its personal data, as by DELETE. A change also applies to ended jobs. By default data is kept.
             * @example 90
             */
            RetentionDays?: number;
        };
        /** @description How a change would move the next calls of the waiting jobs. */
        ChangePreview: {
            /**
             * @description Jobs that wait for a call.
             * @example 40211
             */
            Jobs: number;
            /**
             * @description How many of them were planned for this answer.
             * @example 10000
             */
            Planned: number;
            /**
             * @description False: the counts are exact. True: they are scaled up from the planned jobs, a sample.
             * @example true
             */
            Estimated: boolean;
            /**
             * @description Jobs whose next call would be earlier, or that would no longer be held.
             * @example 0
             */
            Earlier: number;
            /**
             * @description Jobs whose next call would be later.
             * @example 1204
             */
            Later: number;
            /**
             * @description Jobs whose next call would stay as it is.
             * @example 39007
             */
            Unchanged: number;
            /**
             * @description Jobs that would wait until a person starts or resumes the campaign.
             * @example 0
             */
            Held: number;
            /**
             * @description Jobs that would fail or be canceled, because no call would be possible any more.
             * @example 0
             */
            Never: number;
        };
        /** @description The jobs of a campaign, counted by state. */
        CampaignStats: {
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /**
             * Format: date-time
             * @description Every change before that instant is counted.
             * @example 2026-11-21T09:41:01.325Z
             */
            CountedAt: string;
            /**
             * @description All jobs except test jobs.
             * @example 1250
             */
            Jobs: number;
            /** @description Number of these jobs in each state. */
            JobsByState: components["schemas"]["StateCounts"];
            /**
             * @description Test jobs.
             * @example 4
             */
            TestJobs: number;
            /** @description Number of test jobs in each state. */
            TestJobsByState: components["schemas"]["StateCounts"];
            /** @description Its circuit breaker; absent if it is disabled. */
            CircuitBreaker?: components["schemas"]["CircuitBreaker"];
            /** @description The outcomes of each variant, by its ID over all versions of the campaign, without test jobs. A job has its variants from its first call on; one with several counts in each. Empty while the campaign has no variants, unless a `version` is given. */
            Variants: components["schemas"]["VariantOutcomes"][];
            /** @description How often people agree with the model, by version and field, newest version first. It counts jobs that have a correction of the field and an analysis by a model. */
            Agreement: components["schemas"]["AnalysisAgreement"][];
            /**
             * Format: date-time
             * @description The same for the outcomes by variant.
             * @example 2026-11-21T09:41:01.325Z
             */
            VariantsCountedAt: string;
            /**
             * Format: date-time
             * @description Every change before that instant is counted. Seconds ago, as a rule.
             * @example 2026-11-21T09:41:01.325Z
             */
            AsOf?: string;
            /**
             * @description `false` while jobs of an earlier version are still being counted.
             * @example true
             */
            Complete?: boolean;
            /** @description All jobs of the campaign, and how far they have come. */
            Funnel?: components["schemas"]["JobFunnel"];
            /** @description What the waiting jobs wait for. */
            Waiting?: components["schemas"]["WaitingJobs"];
            /** @description When the waiting jobs are called next. */
            PlannedCalls?: components["schemas"]["PlannedCalls"];
            /** @description What happened in the interval. */
            Series?: components["schemas"]["StatsSeries"];
            /** @description What was accepted, but may not do what was meant; absent if there is nothing to say. */
            Warnings?: components["schemas"]["Warning"][];
        };
        /** @description Number of jobs in each state; 0 for states without jobs. */
        StateCounts: {
            /**
             * @description Jobs that are `created`.
             * @example 12
             */
            created: number;
            /**
             * @description Jobs that are `scheduled`.
             * @example 12
             */
            scheduled: number;
            /**
             * @description Jobs that are `calling`.
             * @example 12
             */
            calling: number;
            /**
             * @description Jobs that are `completed`.
             * @example 12
             */
            completed: number;
            /**
             * @description Jobs that are `failed`.
             * @example 12
             */
            failed: number;
            /**
             * @description Jobs that are `canceled`.
             * @example 12
             */
            canceled: number;
            /**
             * @description Jobs that are `deleting`.
             * @example 12
             */
            deleting: number;
            /**
             * @description Jobs that are `deleted`.
             * @example 12
             */
            deleted: number;
        };
        /** @description The outcomes of the jobs with one variant. */
        VariantOutcomes: {
            /**
             * @description Id of the variant; `null` for jobs that were called without one.
             * @example variant_a
             */
            ID: string | null;
            /**
             * @description Jobs with this variant that have been called.
             * @example 400
             */
            Jobs: number;
            /** @description Number of these jobs in each state. */
            JobsByState: components["schemas"]["StateCounts"];
            /**
             * @description Number of those that failed, by `FailureReason`; reasons without jobs are absent.
             * @example {
             *       "max_attempts_exceeded": 21,
             *       "wrong_contact": 2
             *     }
             */
            FailuresByReason: {
                [key: string]: number;
            };
            /**
             * @description Their calls.
             * @example 612
             */
            Attempts: number;
            /**
             * @description Those of the calls that were answered.
             * @example 380
             */
            Answered: number;
        };
        /** @description How often people agree with the model in one field. */
        AnalysisAgreement: {
            /**
             * @description The version of the campaign whose `AnalysisSchema` was used.
             * @example 3
             */
            SchemaVersion: number;
            /**
             * @description Name of the field.
             * @example Confirmed
             */
            Field: string;
            /**
             * @description Jobs whose correction equals what the model found.
             * @example 188
             */
            Agreed: number;
            /**
             * @description Jobs whose correction differs.
             * @example 12
             */
            Disagreed: number;
        };
        /** @description Jobs, and how many of them have come how far. Test jobs are left out. */
        JobFunnel: {
            /**
             * @description Jobs.
             * @example 400
             */
            In: number;
            /**
             * @description With a call that was dialed.
             * @example 365
             */
            Attempted: number;
            /**
             * @description With a call that was answered.
             * @example 114
             */
            Answered: number;
            /**
             * @description With a conversation with a person, by the analysis.
             * @example 99
             */
            Talked: number;
            /**
             * @description With a call that completed the job.
             * @example 43
             */
            Objective: number;
        };
        /** @description What the waiting jobs wait for; the four parts add up to `Jobs`. */
        WaitingJobs: {
            /**
             * @description Jobs that wait for a call: `created` and `scheduled`.
             * @example 4102
             */
            Jobs: number;
            /**
             * @description Those that are not planned yet.
             * @example 0
             */
            NotPlanned: number;
            /**
             * @description Those whose call is due: only a free worker is missing.
             * @example 3
             */
            Due: number;
            /**
             * @description The others by the gate that delays or holds the call, as in the explanation of a schedule.
             * @example {
             *       "TimeRules": 3987,
             *       "RetryDelay": 96,
             *       "MaxAttemptsPerNumber": 12,
             *       "MaxConcurrentCalls": 4
             *     }
             */
            HeldBy: {
                [key: string]: number;
            };
            /**
             * @description The others whose plan was made by an earlier version, which did not record the gate.
             * @example 0
             */
            Unknown: number;
        };
        /** @description The next calls by the hour, in UTC, for which they are planned now. */
        PlannedCalls: {
            /**
             * @description Planned for before the first hour: due, or in a queue.
             * @example 3
             */
            Overdue: number;
            /**
             * @description The current hour and the next ones, for 7 days.
             * @example [
             *       {
             *         "From": "2026-11-23T09:00:00.000Z",
             *         "Calls": 310
             *       }
             *     ]
             */
            Hours: {
                /**
                 * Format: date-time
                 * @description Start of the hour.
                 * @example 2026-11-21T09:41:01.325Z
                 */
                From: string;
                /**
                 * @description Calls planned in it.
                 * @example 310
                 */
                Calls: number;
            }[];
            /**
             * @description Planned for after the last of these hours.
             * @example 87
             */
            Later: number;
        };
        /** @description The answer rate with its Wilson score interval at a level of 95 %. */
        AnswerRate: {
            /**
             * @description Part of the calls that was answered, from 0 to 1.
             * @example 0.31
             */
            Rate: number;
            /**
             * @description Lower end of the interval.
             * @example 0.29
             */
            Low: number;
            /**
             * @description Upper end of the interval.
             * @example 0.33
             */
            High: number;
        };
        /** @description Calls by when they were dialed, and what they came to by now. */
        CallFunnel: {
            /**
             * @description Calls that were dialed.
             * @example 365
             */
            Attempted: number;
            /**
             * @description Those that were answered.
             * @example 114
             */
            Answered: number;
            /**
             * @description Those with a conversation with a person, by the analysis.
             * @example 99
             */
            Talked: number;
            /**
             * @description Those that completed their job.
             * @example 43
             */
            Objective: number;
            /** @description The part of them that was answered; `null` without calls. */
            AnswerRate: components["schemas"]["AnswerRate"] | null;
        };
        /** @description Calls with the same value. */
        CallGroup: {
            /**
             * @description The value that these calls have; `null` if they have none.
             * @example contact_busy
             */
            Value: string | null;
            /**
             * @description Calls that were dialed.
             * @example 365
             */
            Attempted: number;
            /**
             * @description Those that were answered.
             * @example 114
             */
            Answered: number;
            /**
             * @description Those with a conversation with a person, by the analysis.
             * @example 99
             */
            Talked: number;
            /**
             * @description Those that completed their job.
             * @example 43
             */
            Objective: number;
            /** @description The part of them that was answered; `null` without calls. */
            AnswerRate: components["schemas"]["AnswerRate"] | null;
        };
        /** @description An hour, a day or a week. */
        StatsBucket: {
            /**
             * Format: date-time
             * @description Its start.
             * @example 2026-11-21T09:41:01.325Z
             */
            From: string;
            /**
             * Format: date-time
             * @description Its end, which it excludes.
             * @example 2026-11-21T09:41:01.325Z
             */
            To: string;
            /**
             * @description Jobs that were created in it.
             * @example 120
             */
            JobsIn: number;
            /** @description Calls that were dialed in it. */
            Calls: components["schemas"]["CallFunnel"];
            /** @description The calls by value, most calls first. Absent without `by`. */
            Groups?: components["schemas"]["CallGroup"][];
        };
        /** @description What happened in an interval. */
        StatsSeries: {
            /**
             * Format: date-time
             * @description Start of the interval, widened to whole buckets, or to quarters of an hour.
             * @example 2026-11-21T09:41:01.325Z
             */
            From: string;
            /**
             * Format: date-time
             * @description Its end, which it excludes.
             * @example 2026-11-21T09:41:01.325Z
             */
            To: string;
            /**
             * @description Where its buckets, or hours of the week, begin.
             * @example UTC
             */
            TimeZone: string;
            /**
             * @description The level of the intervals of answer rates.
             * @example 0.95
             */
            ConfidenceLevel: number;
            /** @description Jobs that were created in the interval, and how far they have come by now. */
            Jobs: components["schemas"]["JobFunnel"];
            /** @description Calls that were dialed in the interval. */
            Calls: components["schemas"]["CallFunnel"];
            /** @description The calls by value, most calls first. Absent without `by`. */
            Groups?: components["schemas"]["CallGroup"][];
            /** @description The interval in parts, also those without calls. Absent without `bucket`. */
            Buckets?: components["schemas"]["StatsBucket"][];
        };
        /** @description A page of versions. */
        CampaignVersionList: {
            /** @description Versions of the campaign, newest first. */
            Versions: components["schemas"]["CampaignVersionItem"][];
        };
        /** @description A version in a list. */
        CampaignVersionItem: {
            /**
             * @description Version of the settings, from 1; each change creates a new one.
             * @example 3
             */
            Version: number;
            /**
             * @description True for the version that new jobs use.
             * @example false
             */
            Current: boolean;
            /**
             * Format: date-time
             * @description When this version was created.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
        };
        /** @description A version of a campaign. */
        CampaignVersion: {
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /**
             * @description Version of the settings, from 1; each change creates a new one.
             * @example 3
             */
            Version: number;
            /**
             * @description True for the version that new jobs use.
             * @example false
             */
            Current: boolean;
            /**
             * Format: date-time
             * @description When this version was created.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
            /** @description The settings of this version. */
            Data: components["schemas"]["CampaignSettingsBody"];
        };
        /** @description How two versions of a campaign differ. */
        CampaignChanges: {
            /**
             * @description The earlier version of the comparison.
             * @example 2
             */
            From: number;
            /**
             * @description The version that it is compared to.
             * @example 3
             */
            To: number;
            /** @description Each setting that differs. Lists are compared as a whole. */
            Changes: components["schemas"]["SettingChange"][];
        };
        /** @description A setting that differs. */
        SettingChange: {
            /**
             * @description The setting, as a JSON pointer.
             * @example /Defaults/Constraints/MaxTotalCalls
             */
            Pointer: string;
            /**
             * @description Its value in `From`; absent if it was not set.
             * @example 3
             */
            Before?: unknown;
            /**
             * @description Its value in `To`; absent if it is not set.
             * @example 5
             */
            After?: unknown;
        };
        /** @description The result of a dry run. */
        DryRun: {
            /**
             * @description No job was created and nothing was stored.
             * @constant
             */
            DryRun: true;
            /**
             * @description Data rows in the file.
             * @example 5000
             */
            Rows: number;
            /**
             * @description All other rows: `RowsPlanned`, `RowsHeld`, `RowsNever` and `RowsSkipped` together.
             * @example 4997
             */
            RowsValid: number;
            /**
             * @description Invalid rows: their jobs would fail with `invalid_configuration`.
             * @example 3
             */
            RowsInvalid: number;
            /**
             * @description Valid rows whose first call has an instant.
             * @example 4950
             */
            RowsPlanned: number;
            /**
             * @description Valid rows whose first call would wait for a person, such as in a paused campaign.
             * @example 0
             */
            RowsHeld: number;
            /**
             * @description Valid rows whose jobs would fail when they are made.
             * @example 12
             */
            RowsNever: number;
            /**
             * @description Valid rows that would make no job, because their numbers are duplicates.
             * @example 35
             */
            RowsSkipped: number;
            /**
             * @description Valid rows whose numbers are suppressed: their jobs would fail with `opted_out`.
             * @example 12
             */
            RowsSuppressed: number;
            /**
             * @description The numbers of the first thousand suppressed rows, in file order.
             * @example [
             *       4,
             *       4711
             *     ]
             */
            SuppressedRows: number[];
            /** @description The planned calls of the first 168 hours that have any, by the rules that apply now. Limits on the pace may make them later. */
            Calls: components["schemas"]["DryRunHour"][];
            /**
             * @description The planned calls after these hours.
             * @example 0
             */
            CallsLater: number;
            /** @description Planned calls that may not be made at once, by the gate that delays each, the most frequent first. */
            WaitsFor: components["schemas"]["DryRunGate"][];
            /** @description An estimate of the planned calls that a limit on the pace delays beyond their hour (`MaxCallsPerMinute`) or day in UTC (`MaxCallsPerDay`). Other calls are not counted. */
            BeyondPace: components["schemas"]["DryRunGate"][];
            /** @description The rows of `RowsHeld`, by the gate that holds each. */
            HeldBy: components["schemas"]["DryRunGate"][];
            /** @description The rows of `RowsNever`, by the reason. */
            NeverBecause: components["schemas"]["DryRunFailure"][];
            /**
             * @description Valid rows with a number that was not written in E.164.
             * @example 1
             */
            RowsNormalized: number;
            /** @description The first thousand of these numbers, in file order, with what each is read as. */
            Normalized: components["schemas"]["NormalizedNumber"][];
            /** @description The first thousand errors, in file order, those of rows that would be skipped among them. */
            Errors: components["schemas"]["DryRunError"][];
            /** @description What was accepted, but may not do what was meant; absent if there is nothing to say. */
            Warnings?: components["schemas"]["Warning"][];
        };
        /** @description The planned calls of an hour. */
        DryRunHour: {
            /**
             * Format: date-time
             * @description The start of the hour, in UTC.
             * @example 2026-11-21T09:00:00.000Z
             */
            Hour: string;
            /**
             * @description Calls.
             * @example 412
             */
            Count: number;
        };
        /** @description Rows that one gate delays or holds. */
        DryRunGate: {
            /**
             * @description The gate.
             * @example TimeRules
             * @enum {string}
             */
            Gate: "State" | "Suppression" | "Policy" | "StartAt" | "MaxTotalCalls" | "MinCreationDelay" | "MinDurationBetweenCalls" | "MinRetryDelay" | "RetryDelay" | "MaxAttemptsInInterval" | "MaxAttemptsPerNumber" | "MaxConcurrentCalls" | "MaxCallsPerMinute" | "MaxCallsPerDay" | "CarrierRate" | "TrunkUnavailable" | "AgentRefused" | "CircuitBreaker" | "TimeZone" | "TimeRules" | "BlackoutDates" | "EndAt" | "NotAfter" | "Ramp" | "Jitter" | "Reschedule";
            /**
             * @description Rows.
             * @example 412
             */
            Count: number;
        };
        /** @description Rows whose jobs would fail for one reason. */
        DryRunFailure: {
            /**
             * @description The `FailureReason` of the jobs.
             * @example opted_out
             * @enum {string}
             */
            Code: "campaign_objective_missed" | "canceled" | "max_attempts_exceeded" | "opted_out" | "technical_error" | "wrong_contact" | "invalid_configuration";
            /**
             * @description Rows.
             * @example 12
             */
            Count: number;
        };
        /** @description A number of a file that was not written in E.164. */
        NormalizedNumber: {
            /**
             * @description Number of the data row, from 1.
             * @example 4
             */
            Row: number;
            /**
             * @description The column.
             * @example ContactPhoneNumber
             */
            Column: string;
            /**
             * @description The number as it is in the file.
             * @example (415) 555-1002
             */
            Value: string;
            /**
             * @description What it is read as, E.164.
             * @example +14155551002
             */
            Number: string;
        };
        /** @description An error found by a dry run. */
        DryRunError: {
            /**
             * @description Number of the data row, from 1.
             * @example 17
             */
            Row: number;
            /**
             * @description The column and the path inside it; empty for the row as a whole.
             * @example ContactPhoneNumber
             */
            Column: string;
            /**
             * @description The value.
             * @example 04****67
             */
            Value: string;
            /**
             * @description The kind of error.
             * @example invalid_value
             * @enum {string}
             */
            Code: "missing_value" | "invalid_value" | "unknown_field" | "invalid_json" | "unbalanced_quote" | "too_many_cells" | "row_too_large" | "not_allowed_in_campaign" | "not_allowed_by_policy" | "duplicate_number";
            /**
             * @description What was expected.
             * @example Expected an E.164 number such as "+14155550123".
             */
            Detail: string;
        };
        /** @description The file is stored; its jobs appear over time. */
        ImportCreated: {
            /**
             * @description Id of the import.
             * @example import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ImportID: string;
            /** @description What was accepted, but may not do what was meant; absent if there is nothing to say. */
            Warnings?: components["schemas"]["Warning"][];
        };
        /** @description A page of imports. Pass the last ID as `after` to get the next page. */
        ImportList: {
            /** @description Up to 100 imports, newest first. */
            Imports: components["schemas"]["ImportSummary"][];
        };
        /** @description An import as shown in lists. */
        ImportSummary: {
            /**
             * @description Id of the import.
             * @example import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ID: string;
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /**
             * @description State of the import; `running` until every row has its job.
             * @example completed
             * @enum {string}
             */
            State: "running" | "completed" | "canceled" | "failed";
            /**
             * @description Format of the file.
             * @example csv
             * @enum {string}
             */
            Format: "csv" | "ndjson";
            /**
             * @description What the upload asked for with `on_duplicate`.
             * @example keep
             * @enum {string}
             */
            OnDuplicate: "keep" | "skip" | "fail";
            /**
             * @description The country by which numbers without a country code are read: that of the upload, or else of the campaign.
             * @example US
             */
            DefaultCountry?: string;
            /**
             * @description Data rows in the file; while counting, the rows found so far.
             * @example 5000
             */
            Rows: number;
            /**
             * @description Rows that have their job already, or were skipped.
             * @example 5000
             */
            RowsDone: number;
            /**
             * @description Invalid rows; each has a job that failed with `invalid_configuration`.
             * @example 3
             */
            RowsInvalid: number;
            /**
             * @description Valid rows whose numbers were suppressed; each has a job that failed with `opted_out` when it was made.
             * @example 12
             */
            RowsSuppressed: number;
            /**
             * @description Valid rows without a job, because their numbers were duplicates and the upload asked to skip those.
             * @example 0
             */
            RowsSkipped: number;
            /**
             * @description Valid rows with a number that was not written in E.164; `dry_run=1` lists what each was read as.
             * @example 0
             */
            RowsNormalized: number;
            /**
             * @description Jobs created: `RowsDone` without the rows that were skipped.
             * @example 5000
             */
            JobsCreated: number;
            /**
             * @description Processed fraction of the file, from 0 to 1.
             * @example 1
             */
            Progress: number;
            /**
             * @description Rows processed per second so far.
             * @example 412.5
             */
            RowsPerSecond: number;
            /**
             * Format: date-time
             * @description When the file arrived.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
            /**
             * Format: date-time
             * @description When the first row was read.
             * @example 2026-11-21T09:41:01.325Z
             */
            StartedAt?: string;
            /**
             * Format: date-time
             * @description When the last row was processed.
             * @example 2026-11-21T09:41:13.640Z
             */
            FinishedAt?: string;
            /**
             * Format: date-time
             * @description Estimated end at this rate; present while the import runs.
             * @example 2026-11-21T09:41:01.325Z
             */
            EstimatedEndAt?: string;
            /**
             * Format: date-time
             * @description When cancellation was requested.
             * @example 2026-11-21T09:41:01.325Z
             */
            CancelRequestedAt?: string;
            /**
             * Format: date-time
             * @description When cancellation of the created jobs was requested.
             * @example 2026-11-21T09:41:01.325Z
             */
            JobsCancelRequestedAt?: string;
            /**
             * Format: date-time
             * @description When each of those jobs had received its cancellation request.
             * @example 2026-11-21T09:41:01.325Z
             */
            JobsCanceledAt?: string;
            /**
             * @description Why the import failed.
             * @example The stored file is missing.
             */
            FailureMessage?: string;
            /**
             * Format: date-time
             * @description When the file, and the values in its error report, were erased.
             * @example 2026-11-21T09:41:01.325Z
             */
            FileErasedAt?: string;
        };
        /** @description A bulk import and the states of its jobs. */
        Import: {
            /**
             * @description Id of the import.
             * @example import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ID: string;
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /**
             * @description State of the import; `running` until every row has its job.
             * @example completed
             * @enum {string}
             */
            State: "running" | "completed" | "canceled" | "failed";
            /**
             * @description Format of the file.
             * @example csv
             * @enum {string}
             */
            Format: "csv" | "ndjson";
            /**
             * @description What the upload asked for with `on_duplicate`.
             * @example keep
             * @enum {string}
             */
            OnDuplicate: "keep" | "skip" | "fail";
            /**
             * @description The country by which numbers without a country code are read: that of the upload, or else of the campaign.
             * @example US
             */
            DefaultCountry?: string;
            /**
             * @description Data rows in the file; while counting, the rows found so far.
             * @example 5000
             */
            Rows: number;
            /**
             * @description Rows that have their job already, or were skipped.
             * @example 5000
             */
            RowsDone: number;
            /**
             * @description Invalid rows; each has a job that failed with `invalid_configuration`.
             * @example 3
             */
            RowsInvalid: number;
            /**
             * @description Valid rows whose numbers were suppressed; each has a job that failed with `opted_out` when it was made.
             * @example 12
             */
            RowsSuppressed: number;
            /**
             * @description Valid rows without a job, because their numbers were duplicates and the upload asked to skip those.
             * @example 0
             */
            RowsSkipped: number;
            /**
             * @description Valid rows with a number that was not written in E.164; `dry_run=1` lists what each was read as.
             * @example 0
             */
            RowsNormalized: number;
            /**
             * @description Jobs created: `RowsDone` without the rows that were skipped.
             * @example 5000
             */
            JobsCreated: number;
            /**
             * @description Processed fraction of the file, from 0 to 1.
             * @example 1
             */
            Progress: number;
            /**
             * @description Rows processed per second so far.
             * @example 412.5
             */
            RowsPerSecond: number;
            /**
             * Format: date-time
             * @description When the file arrived.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
            /**
             * Format: date-time
             * @description When the first row was read.
             * @example 2026-11-21T09:41:01.325Z
             */
            StartedAt?: string;
            /**
             * Format: date-time
             * @description When the last row was processed.
             * @example 2026-11-21T09:41:13.640Z
             */
            FinishedAt?: string;
            /**
             * Format: date-time
             * @description Estimated end at this rate; present while the import runs.
             * @example 2026-11-21T09:41:01.325Z
             */
            EstimatedEndAt?: string;
            /**
             * Format: date-time
             * @description When cancellation was requested.
             * @example 2026-11-21T09:41:01.325Z
             */
            CancelRequestedAt?: string;
            /**
             * Format: date-time
             * @description When cancellation of the created jobs was requested.
             * @example 2026-11-21T09:41:01.325Z
             */
            JobsCancelRequestedAt?: string;
            /**
             * Format: date-time
             * @description When each of those jobs had received its cancellation request.
             * @example 2026-11-21T09:41:01.325Z
             */
            JobsCanceledAt?: string;
            /**
             * @description Why the import failed.
             * @example The stored file is missing.
             */
            FailureMessage?: string;
            /**
             * Format: date-time
             * @description When the file, and the values in its error report, were erased.
             * @example 2026-11-21T09:41:01.325Z
             */
            FileErasedAt?: string;
            /**
             * @description Number of its jobs currently in each state; states without jobs are absent.
             * @example {
             *       "scheduled": 4200,
             *       "completed": 797,
             *       "failed": 3
             *     }
             */
            JobsByState: {
                [key: string]: number;
            };
        };
        /** @description A page of an import's errors. */
        ImportErrors: {
            /** @description About a thousand errors, in file order. */
            Errors: components["schemas"]["ImportError"][];
            /**
             * @description Present if there are more errors: pass it as `after`.
             * @example 812
             */
            NextAfter?: number;
        };
        /** @description An error in the file and the job that failed because of it. */
        ImportError: {
            /**
             * @description Number of the data row, from 1.
             * @example 17
             */
            Row: number;
            /**
             * @description The column and the path inside it; empty for the row as a whole.
             * @example ContactPhoneNumber
             */
            Column: string;
            /**
             * @description The value, masked; empty once the file is erased.
             * @example 04****67
             */
            Value: string;
            /**
             * @description The kind of error.
             * @example invalid_value
             * @enum {string}
             */
            Code: "missing_value" | "invalid_value" | "unknown_field" | "invalid_json" | "unbalanced_quote" | "too_many_cells" | "row_too_large" | "not_allowed_in_campaign" | "not_allowed_by_policy" | "duplicate_number";
            /**
             * @description What was expected.
             * @example Expected an E.164 number such as "+14155550123".
             */
            Detail: string;
            /**
             * @description Id of the job that failed; empty for a row that was skipped.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            JobID: string;
        };
        /** @description Cancellation requested; the import stops shortly. */
        ImportAnswer: {
            /**
             * @description Id of the import.
             * @example import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ImportID: string;
            /**
             * @description State of the import; `running` until every row has its job.
             * @example completed
             * @enum {string}
             */
            State: "running" | "completed" | "canceled" | "failed";
        };
        /** @description The job was created; calls are made as its constraints allow. */
        JobCreated: {
            /**
             * @description Id of the job. Ids sort by creation.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            JobID: string;
            /** @description What was accepted, but may not do what was meant; absent if there is nothing to say. */
            Warnings?: components["schemas"]["Warning"][];
        };
        /** @description A page of jobs. Pass the last ID as `after` to get the next page. */
        JobsList: {
            /** @description Up to 100 jobs. */
            Jobs: components["schemas"]["JobsListItem"][];
        };
        /** @description A job as shown in lists and searches. */
        JobsListItem: {
            /**
             * @description Id of the job. Ids sort by creation.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ID: string;
            /**
             * @description The number to call. Empty once it is erased.
             * @example +14155550123
             */
            PhoneNumber: string;
            /**
             * @description Name of the contact; empty if none was given.
             * @example Ada Lovelace
             */
            ContactName: string;
            /**
             * @description State of the job.
             * @example completed
             * @enum {string}
             */
            State: "created" | "scheduled" | "calling" | "completed" | "failed" | "canceled" | "deleting" | "deleted";
            /**
             * @description When the job was created, in unix milliseconds.
             * @example 1795254061325
             */
            CreatedAt: number;
            /**
             * @description When the job last changed, in unix milliseconds.
             * @example 1795254127118
             */
            UpdatedAt: number;
            /**
             * @description Calls that were made.
             * @example 1
             */
            Attempts: number;
            /**
             * @description When the next call is planned, in unix milliseconds; absent if none is.
             * @example 1795254061325
             */
            NextCallMS?: number;
            /**
             * @description What delays or holds the next call; the schedule of the job names every gate.
             * @example TimeRules
             * @enum {string}
             */
            HeldBy?: "State" | "Suppression" | "Policy" | "StartAt" | "MaxTotalCalls" | "MinCreationDelay" | "MinDurationBetweenCalls" | "MinRetryDelay" | "RetryDelay" | "MaxAttemptsInInterval" | "MaxAttemptsPerNumber" | "MaxConcurrentCalls" | "MaxCallsPerMinute" | "MaxCallsPerDay" | "CarrierRate" | "TrunkUnavailable" | "AgentRefused" | "CircuitBreaker" | "TimeZone" | "TimeRules" | "BlackoutDates" | "EndAt" | "NotAfter" | "Ramp" | "Jitter" | "Reschedule";
            /**
             * @description How the last call ended, as reported by the telephony provider.
             * @example contact_did_not_answer
             * @enum {string}
             */
            LastOutcome?: "assistant_error" | "assistant_hung_up" | "contact_hung_up" | "contact_busy" | "contact_did_not_answer" | "call_timeout";
            /**
             * @description Why the job failed or was canceled.
             * @example max_attempts_exceeded
             * @enum {string}
             */
            FailureReason?: "campaign_objective_missed" | "canceled" | "max_attempts_exceeded" | "opted_out" | "technical_error" | "wrong_contact" | "invalid_configuration";
            /**
             * @description Present for test jobs only.
             * @constant
             */
            TestJob?: true;
        };
        /** @description A line of an NDJSON export. With `fields=import` it has the fields of CreateJobBody and no others. */
        ExportedJob: {
            /**
             * @description Id of the job. Ids sort by creation.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ID: string;
            /**
             * @description State of the job.
             * @example completed
             * @enum {string}
             */
            State: "created" | "scheduled" | "calling" | "completed" | "failed" | "canceled" | "deleting" | "deleted";
            /**
             * @description The number to call. Empty once it is erased.
             * @example +14155550123
             */
            ContactPhoneNumber: string;
            /**
             * @description The caller ID, if the job sets one.
             * @example +14155550100
             */
            CallerID?: string;
            /**
             * @description Name of the contact.
             * @example Ada Lovelace
             */
            ContactName?: string;
            /**
             * @description Present for test jobs only.
             * @constant
             */
            TestJob?: true;
            /**
             * Format: date-time
             * @description When the job was created.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
            /**
             * Format: date-time
             * @description When the job last changed.
             * @example 2026-11-21T09:42:07.118Z
             */
            UpdatedAt: string;
            /**
             * Format: date-time
             * @description When the next call is planned; absent if none is.
             * @example 2026-11-21T09:41:01.325Z
             */
            NextCallAt?: string;
            /**
             * @description Version of the campaign: `null` until the first call.
             * @example 3
             */
            CampaignVersion: number | null;
            /**
             * @description Ids of the variants that apply.
             * @example [
             *       "variant_a"
             *     ]
             */
            CampaignVariants?: string[];
            /**
             * @description Calls attempted so far.
             * @example 2
             */
            TotalCallAttempts: number;
            /**
             * @description Total seconds of all calls, including ringing.
             * @example 97
             */
            TotalCallSeconds: number;
            /**
             * @description Total seconds from answer to end across all calls.
             * @example 58
             */
            TotalCallConversationalSeconds: number;
            /**
             * @description Why the job failed.
             * @example max_attempts_exceeded
             * @enum {string}
             */
            FailureReason?: "campaign_objective_missed" | "canceled" | "max_attempts_exceeded" | "opted_out" | "technical_error" | "wrong_contact" | "invalid_configuration";
            /**
             * @description Details of the failure.
             * @example At most 3 calls ever, 3 made.
             */
            FailureMessage?: string;
            /**
             * @description A short summary of the calls so far.
             * @example Asked to be called later.
             */
            PreviousCallsSummary?: string;
            /** @description The final analysis. */
            Analysis?: components["schemas"]["CallAnalysis"];
            /**
             * @description What people put in the place of the analysis, by field. The analysis itself keeps the machine's values.
             * @example {
             *       "Confirmed": {
             *         "Value": false,
             *         "By": "key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e",
             *         "At": "2026-11-21T10:12:00.000Z"
             *       }
             *     }
             */
            Corrections?: {
                [key: string]: components["schemas"]["Correction"];
            };
            /**
             * @description What the job produced.
             * @example {
             *       "AppointmentID": "a-17"
             *     }
             */
            OutputData?: {
                [key: string]: unknown;
            };
            /**
             * @description Metadata of the job.
             * @example {
             *       "CustomerID": "c-4711"
             *     }
             */
            Metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Data of the job.
             * @example {
             *       "FirstName": "Ada"
             *     }
             */
            Data?: {
                [key: string]: unknown;
            };
            /** @description Settings that override the campaign's. */
            Overrides: components["schemas"]["JobOverrides"];
            /**
             * @description The import that created the job.
             * @example import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ImportID?: string;
            /**
             * @description Priority of the job, if it sets one.
             * @example 10
             */
            Priority?: number;
        };
        /** @description What a field rests on: `Quotes`, or the reason for which it is `null`. */
        FieldEvidence: {
            /** @description The words on which the value rests. */
            Quotes?: components["schemas"]["Quote"][];
            /**
             * @description Why the field is `null`. `not_analyzed`: no model has read the calls. `not_said`: the model found no answer. `no_quote` and `quote_not_found`: it gave an answer without words that are in the transcript.
             * @enum {string}
             */
            Unknown?: "not_analyzed" | "not_said" | "no_quote" | "quote_not_found";
        };
        /** @description Words of the transcript on which a value rests. They were found there. */
        Quote: {
            /**
             * @description Id of the call.
             * @example call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1
             */
            CallID: string;
            /**
             * @description The place of the message in the call's `Messages`, from 0.
             * @example 3
             */
            MessageIndex: number;
            /**
             * @description Words of that message, as they are stored.
             * @example Tuesday at ten suits me.
             */
            Text: string;
            /**
             * @description Where they begin in the message, in UTF-16 units; absent if the message was redacted further before a model read it.
             * @example 4
             */
            Start?: number;
        };
        /** @description A part of the data that contradicts the analysis schema. */
        SchemaError: {
            /**
             * @description A JSON pointer into `Data`.
             * @example /Day
             */
            Pointer: string;
            /**
             * @description What is wrong there.
             * @example Data must match format "date".
             */
            Detail: string;
        };
        /** @description Where the data of an analysis comes from. */
        AnalysisSource: {
            /**
             * @description What filled `Data`.
             * @example openai
             * @enum {string}
             */
            Analyzer: "rules" | "openai";
            /**
             * @description The model.
             * @example gpt-5-mini
             */
            Model?: string;
            /**
             * @description The version of the campaign whose `AnalysisSchema` was used.
             * @example 3
             */
            SchemaVersion: number;
            /**
             * Format: date-time
             * @description When.
             * @example 2026-11-21T09:41:01.325Z
             */
            AnalyzedAt: string;
            /**
             * @description How many calls of the job it covers.
             * @example 2
             */
            Calls: number;
            /**
             * @description Present if the oldest messages exceeded the limits and were not read.
             * @constant
             */
            Truncated?: true;
        };
        /** @description The analysis of a call together with the calls before it. */
        CallAnalysis: {
            /**
             * @description A short summary of the call and of the calls before it.
             * @example The contact confirmed the appointment.
             */
            CallSummary: string;
            /**
             * @description The extracted data: each field of the campaign's analysis schema, `null` where it is unknown.
             * @example {
             *       "Confirmed": true
             *     }
             */
            Data: {
                [key: string]: unknown;
            };
            /**
             * @description How the conversation of this call ended, according to the transcript.
             * @example conversation_complete
             * @enum {string}
             */
            ConversationEndReason: "conversation_complete" | "call_dropped" | "user_refusal" | "left_voicemail" | "abandoned_answering_machine" | "wrong_contact" | "no_answer" | "other_unsuccessful";
            /**
             * @description True if the contact asked, in any call so far, whether the agent was a bot or an AI.
             * @example false
             */
            AskedIfBotOrAI: boolean;
            /**
             * @description A strong emotion that was expressed. Included only when audio analysis is used.
             * @example Relieved
             */
            ExpressedEmotion?: string | null;
            /**
             * @description Transcription errors found by audio analysis.
             * @example [
             *       "\"Tuesday\" was heard as \"choose day\"."
             *     ]
             */
            TranscriptionErrors?: string[] | null;
            /**
             * @description What each field of `Data` rests on.
             * @example {
             *       "Day": {
             *         "Quotes": [
             *           {
             *             "CallID": "call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1",
             *             "MessageIndex": 3,
             *             "Text": "Tuesday at ten suits me.",
             *             "Start": 0
             *           }
             *         ]
             *       },
             *       "Reason": {
             *         "Unknown": "not_said"
             *       }
             *     }
             */
            Evidence?: {
                [key: string]: components["schemas"]["FieldEvidence"];
            };
            /** @description Where `Data` contradicts the analysis schema; absent if it does not. Such values stay in `Data`. */
            SchemaErrors?: components["schemas"]["SchemaError"][];
            /** @description What filled `Data`; absent if no model has. */
            Source?: components["schemas"]["AnalysisSource"];
        };
        /** @description A person's correction of a field, beside the machine's value. */
        Correction: {
            /**
             * @description What the person put in the place of the value; `null` if it was not said.
             * @example false
             */
            Value: unknown;
            /**
             * @description Id of the API key of the request.
             * @example key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            By: string;
            /**
             * Format: date-time
             * @description When.
             * @example 2026-11-21T09:41:01.325Z
             */
            At: string;
        };
        /** @description A contact to call within a campaign, with its state and results. */
        Job: {
            /**
             * @description The organization it belongs to.
             * @example org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            OrgID: string;
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /**
             * @description Id of the job. Ids sort by creation.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ID: string;
            /** @description The data of the job. */
            Data: components["schemas"]["JobData"];
            /** @description Usage so far. */
            Metrics: components["schemas"]["JobMetrics"];
            /** @description Analytics events in order; present with `events=1`. */
            Events?: components["schemas"]["JobEvent"][];
            /**
             * @description Ids of the variants that apply. Absent until the first call is made, unless they were set.
             * @example [
             *       "variant_a"
             *     ]
             */
            CampaignVariants?: string[];
            /**
             * Format: date-time
             * @description When the job was created.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
        };
        /** @description One attempt to reach the contact. */
        Call: {
            /**
             * @description Id of the call.
             * @example call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1
             */
            ID: string;
            /**
             * Format: date-time
             * @description When the attempt began.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
            /**
             * @description State of the call.
             * @example ended
             * @enum {string}
             */
            State: "creating" | "active" | "ended" | "failed";
            /**
             * Format: date-time
             * @description When the call ended.
             * @example 2026-11-21T09:42:07.118Z
             */
            EndedAt?: string;
            /**
             * @description How the call ended, as reported by the telephony provider.
             * @example assistant_hung_up
             * @enum {string}
             */
            EndedReason?: "assistant_error" | "assistant_hung_up" | "contact_hung_up" | "contact_busy" | "contact_did_not_answer" | "call_timeout";
            /**
             * @description More precise than EndedReason, if the line reported more.
             * @example busy
             * @enum {string}
             */
            EndedDetail?: "busy" | "declined" | "unwanted" | "blocked" | "no_answer" | "unreachable" | "invalid_number" | "no_route" | "not_permitted" | "line_congested" | "line_failed" | "codec_refused" | "media_lost" | "unconfirmed" | "answering_machine" | "stopped";
            /** @description Who carried the call, and the codes with which it ended. */
            Line?: components["schemas"]["Line"];
            /**
             * @description Who answered, if the line or the voice agent reported it.
             * @example human
             * @enum {string}
             */
            AnsweredBy?: "human" | "machine" | "unknown";
            /** @description Keys, callbacks and other events of the call, in order. */
            Events?: components["schemas"]["InCallEvent"][];
            /**
             * Format: date-time
             * @description When the contact asked to be called back.
             * @example 2026-11-21T09:41:01.325Z
             */
            CallbackAt?: string;
            /**
             * Format: date-time
             * @description When the contact answered.
             * @example 2026-11-21T09:41:09.802Z
             */
            ConnectedAt?: string;
            /**
             * Format: date-time
             * @description When the call was disconnected, if the contact had answered.
             * @example 2026-11-21T09:42:07.118Z
             */
            DisconnectedAt?: string;
            /**
             * @description What went wrong, for calls that failed.
             * @example The provider refused the call.
             */
            Error?: string;
            /** @description The conversation, in order. Empty until the first message. */
            Messages: components["schemas"]["LLMMessage"][];
            /**
             * @description URLs of the audio files, once stored. They require the API key as a bearer token, or a one-use ticket as `ticket` in the query.
             * @example [
             *       "https://api.example.com/campaigns/campaign_019a/jobs/job_019a/calls/call_019a_1/recordings/input.mp3",
             *       "https://api.example.com/campaigns/campaign_019a/jobs/job_019a/calls/call_019a_1/recordings/output.mp3",
             *       "https://api.example.com/campaigns/campaign_019a/jobs/job_019a/calls/call_019a_1/recordings/merged.mp3"
             *     ]
             */
            Recordings?: string[];
        };
        /** @description Who carried a call, and the codes with which it ended. */
        Line: {
            /**
             * @description Name of the telephony provider.
             * @example simulated
             */
            Provider: string;
            /**
             * @description Name of the trunk.
             * @example main
             */
            Trunk?: string;
            /**
             * @description The provider's own id of the call.
             * @example sim_call_019a_1
             */
            ProviderCallID?: string;
            /**
             * @description The final SIP status.
             * @example 486
             */
            SipCode?: number;
            /**
             * @description The reason phrase of that status.
             * @example Busy Here
             */
            SipReason?: string;
            /**
             * @description The cause by ITU-T Q.850.
             * @example 17
             */
            Q850?: number;
            /**
             * @description The provider's own code of the end.
             * @example 13224
             */
            ProviderCode?: string;
            /**
             * @description What the provider charges for the call: a decimal number. It appears minutes or hours after the end, if the provider says it.
             * @example 0.01300
             */
            Cost?: string;
            /**
             * @description The currency of Cost, ISO 4217.
             * @example USD
             */
            CostUnit?: string;
        };
        /** @description Something that happened in a call beside the conversation. */
        InCallEvent: {
            /**
             * @description What happened.
             * @example keys_received
             * @enum {string}
             */
            Type: "early_media" | "keys_received" | "keys_sent" | "machine" | "message_left" | "callback_requested" | "transfer_requested";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-21T09:41:01.325Z
             */
            At: string;
            /**
             * @description The keys: 0 to 9, *, # and A to D.
             * @example 42#
             */
            Keys?: string;
            /**
             * @description Who answered.
             * @example human
             * @enum {string}
             */
            Verdict?: "human" | "machine" | "unknown";
            /**
             * @description How certain the verdict is, 0 to 1.
             * @example 0.9
             */
            Confidence?: number;
            /**
             * @description What decided the verdict.
             * @example short_greeting
             */
            Cause?: string;
            /**
             * Format: date-time
             * @description When the machine began to record.
             * @example 2026-11-21T09:41:01.325Z
             */
            BeepAt?: string;
            /**
             * Format: date-time
             * @description When the contact asked to be called back.
             * @example 2026-11-21T09:41:01.325Z
             */
            CallbackAt?: string;
            /**
             * @description Where the call should go: a number, an extension or a name.
             * @example Support
             */
            To?: string;
            /**
             * @description Why.
             * @example Wants to speak to a person.
             */
            Note?: string;
        };
        /** @description One message of the conversation: OpenAI's chat format plus timing, so that it can be fed back to a model. */
        LLMMessage: {
            /**
             * @description The speaker; `user` is the contact.
             * @example assistant
             * @enum {string}
             */
            role: "system" | "assistant" | "user" | "tool";
            /**
             * @description The text; `null` if the message only calls tools.
             * @example Hello, this is Outdial calling.
             */
            content: string | null;
            /**
             * Format: date-time
             * @description When it was said.
             * @example 2026-11-21T09:41:01.325Z
             */
            created_at: string;
            /**
             * @description Start of the message in the audio, in milliseconds since the contact answered.
             * @example 420
             */
            start_ms?: number;
            /**
             * @description End of the message in the audio, in milliseconds since the contact answered.
             * @example 2310
             */
            end_ms?: number;
            /** @description The tools that the assistant called. */
            tool_calls?: components["schemas"]["ToolCall"][];
            /**
             * @description The tool call that this message answers.
             * @example toolcall_1
             */
            tool_call_id?: string;
            /**
             * @description True if the contact interrupted, so that part of the message was not heard.
             * @example true
             */
            interrupted?: boolean;
            /**
             * @description True if personal data was redacted from the text.
             * @example true
             */
            redacted?: boolean;
        };
        /** @description A tool call of the assistant, in OpenAI's chat format. */
        ToolCall: {
            /**
             * @description Id of this tool call; its result refers to it as `tool_call_id`.
             * @example toolcall_1
             */
            id: string;
            /**
             * @description Functions are the only kind of tool.
             * @constant
             */
            type: "function";
            /** @description The function that was called. */
            function: {
                /**
                 * @description Name of the function.
                 * @example book_appointment
                 */
                name: string;
                /**
                 * @description Its arguments, as JSON text.
                 * @example {"day":"2026-11-24"}
                 */
                arguments: string;
            };
        };
        /** @description An analysis by a model that is pending, or was given up. */
        AnalysisStatus: {
            /**
             * @description True if a model is yet to analyze the job. Until then, the former analysis is shown.
             * @example true
             */
            Pending: boolean;
            /**
             * Format: date-time
             * @description When the analysis was asked for: by a client, or by the end of a call.
             * @example 2026-11-21T09:41:01.325Z
             */
            RequestedAt: string;
            /**
             * @description Attempts that failed.
             * @example 1
             */
            Attempts: number;
            /**
             * @description Why the last attempt failed.
             * @example rate_limited
             * @enum {string}
             */
            Failure?: "timeout" | "rate_limited" | "unavailable" | "rejected" | "refused" | "invalid_answer" | "answer_too_large" | "token_limit" | "schema_invalid" | "not_configured";
        };
        /** @description The overrides, state and results of a job. */
        JobData: {
            /**
             * @description If true, a contact who hangs up before the conversation ends has opted out, and the job fails. A lost connection, an answering machine that hangs up and a wrong contact are no opt-out.
             * @example false
             */
            HangUpIsOptOut?: boolean;
            /**
             * @description If true, the audio is not recorded. Transcripts are stored regardless.
             * @example false
             */
            DisableRecording?: boolean;
            /**
             * Format: int64
             * @description Maximum call duration in seconds, from the answer. Defaults to 1800. Larger values are stored as given, and capped at 86400 when a call is placed.
             * @example 600
             */
            MaxCallSeconds?: number;
            /**
             * Format: int64
             * @description Maximum ring time in seconds. Defaults to 45. Larger values are stored as given, and capped at 600 when a call is placed.
             * @example 30
             */
            MaxRingSeconds?: number;
            /**
             * @description Settings of integrations, keyed by integration. `simulator` holds those of the simulated telephone network and is validated while it places the calls; all others are free-form. At most 64 kB of JSON, nested at most 32 levels deep.
             * @example {
             *       "simulator": {
             *         "Scenario": "conversation_complete"
             *       }
             *     }
             */
            Integrations?: {
                [key: string]: unknown;
            };
            /** @description When calls may be made. */
            Constraints?: components["schemas"]["Constraints"];
            /** @description What is redacted from transcripts and analyses before storage. Test jobs are not redacted. */
            Redaction?: {
                /**
                 * @description Kinds of personal data to redact; "all" means every kind, an empty list none. Defaults to credit_card, iban and ssn.
                 * @example [
                 *       "phone_number",
                 *       "email"
                 *     ]
                 */
                redact?: ("phone_number" | "email" | "credit_card" | "iban" | "ssn" | "ip_address" | "url" | "name" | "all")[];
                /**
                 * @description Kinds of personal data to exclude from redaction.
                 * @example [
                 *       "name"
                 *     ]
                 */
                keep?: ("phone_number" | "email" | "credit_card" | "iban" | "ssn" | "ip_address" | "url" | "name")[];
            };
            /**
             * @description The trunk that places the calls, or a provider, whose first free trunk does. Defaults to the first provider of the installation. The trunk of a caller ID takes precedence. While the trunk is disabled no call is made.
             * @example sip/main
             */
            Trunk?: string;
            /**
             * @description Speech-to-text settings, by the provider's key name.
             * @example {
             *       "deepgram": {
             *         "options": {
             *           "language": "fi-FI",
             *           "keywords": [
             *             "Outdial"
             *           ]
             *         }
             *       }
             *     }
             */
            SST?: {
                [key: string]: components["schemas"]["SpeechToTextSettings"];
            };
            /**
             * @description The number to call. Empty once it is erased.
             * @example +14155550123
             */
            PhoneNumber: string;
            /**
             * @description A short summary of the calls so far, given to the agent before the next one.
             * @example The contact asked to be called back after work.
             */
            PreviousCallsSummary?: string;
            /** @description The final analysis, in the form of the campaign's analysis schema. */
            Analysis?: components["schemas"]["CallAnalysis"];
            /**
             * @description Name of the contact.
             * @example Ada Lovelace
             */
            ContactName?: string;
            /**
             * @description Version of the campaign that the job uses: `null` until the first call, fixed from then on.
             * @example 3
             */
            CampaignVersion: number | null;
            /** @description The latest calls of the job in order, up to 200 and 4 MB; absent before the first one. */
            Calls?: components["schemas"]["Call"][];
            /** @description The analysis after each call, keyed by call id; each also covers the earlier calls. */
            CallAnalyses?: {
                [key: string]: components["schemas"]["CallAnalysis"];
            };
            /** @description Whether a model is yet to analyze the job; absent if nothing is pending. */
            AnalysisStatus?: components["schemas"]["AnalysisStatus"];
            /**
             * @description What people put in the place of the analysis, by field. The analysis itself keeps the machine's values.
             * @example {
             *       "Confirmed": {
             *         "Value": false,
             *         "By": "key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e",
             *         "At": "2026-11-21T10:12:00.000Z"
             *       }
             *     }
             */
            Corrections?: {
                [key: string]: components["schemas"]["Correction"];
            };
            /**
             * @description What the job produced.
             * @example {
             *       "AppointmentID": "a-17"
             *     }
             */
            OutputData?: {
                [key: string]: unknown;
            };
            /**
             * @description Ids of the audit log entries about the job.
             * @example [
             *       "audit_019a4f2d"
             *     ]
             */
            AuditLogEntries?: string[];
            /**
             * @description State of the job.
             * @example completed
             * @enum {string}
             */
            State: "created" | "scheduled" | "calling" | "completed" | "failed" | "canceled" | "deleting" | "deleted";
            /**
             * @description Why the job failed or was canceled. `invalid_configuration` means an invalid row of an import, or constraints that can never be met.
             * @example max_attempts_exceeded
             * @enum {string}
             */
            FailureReason?: "campaign_objective_missed" | "canceled" | "max_attempts_exceeded" | "opted_out" | "technical_error" | "wrong_contact" | "invalid_configuration";
            /**
             * @description Details of the failure; present with FailureReason. A fixed sentence once the personal data of the job is deleted.
             * @example At most 3 calls ever, 3 made.
             */
            FailureMessage?: string;
            /**
             * @description Metadata given at creation or by an update. Kept when personal data is deleted.
             * @example {
             *       "CustomerID": "c-4711"
             *     }
             */
            Metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Data given at creation or by an update. Deleted with the job's personal data.
             * @example {
             *       "FirstName": "Ada"
             *     }
             */
            Data?: {
                [key: string]: unknown;
            };
            /**
             * @description When the next call is planned, in unix milliseconds; absent if none is.
             * @example 1795254061325
             */
            NextCallMS?: number;
            /**
             * @description The priority of the job, if it has one of its own.
             * @example 10
             */
            Priority?: number;
            /**
             * @description Present for test jobs only.
             * @constant
             */
            TestJob?: true;
            /**
             * @description Present if the key lacks `personal:read`: the number is shortened, and names, data and transcripts are hidden.
             * @constant
             */
            Masked?: true;
            /**
             * @description The ended job whose contact this one calls again.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            RedialOf?: string;
            /**
             * @description The bulk action that created the job.
             * @example bulk_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            BulkActionID?: string;
        };
        /** @description Usage of the job so far. */
        JobMetrics: {
            /**
             * @description Calls attempted so far.
             * @example 2
             */
            TotalCallAttempts: number;
            /**
             * @description Total seconds of all calls, including ringing.
             * @example 97
             */
            TotalCallSeconds: number;
            /**
             * @description Total seconds from answer to end across all calls.
             * @example 58
             */
            TotalCallConversationalSeconds: number;
        };
        /** @description An analytics event of a job. */
        JobEvent: {
            /**
             * @description What happened.
             * @example job_state_updated
             */
            EventType: string;
            /**
             * @description When it happened, in unix milliseconds.
             * @example 1795254061325
             */
            CreatedMS: number;
            /**
             * @description Details; never personal data.
             * @example {
             *       "State": "calling"
             *     }
             */
            Properties: {
                [key: string]: unknown;
            };
        };
        /** @description The response to every command on a job. */
        JobAnswer: {
            /**
             * @description Id of the job. Ids sort by creation.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            JobID: string;
            /**
             * @description State of the job at the time of the response.
             * @example scheduled
             * @enum {string}
             */
            State: "created" | "scheduled" | "calling" | "completed" | "failed" | "canceled" | "deleting" | "deleted";
            /** @description What was accepted, but may not do what was meant; absent if there is nothing to say. */
            Warnings?: components["schemas"]["Warning"][];
        };
        /** @description All corrections of the job. */
        JobCorrections: {
            /**
             * @description Id of the job. Ids sort by creation.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            JobID: string;
            /**
             * @description What people put in the place of the analysis, by field. The analysis itself keeps the machine's values.
             * @example {
             *       "Confirmed": {
             *         "Value": false,
             *         "By": "key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e",
             *         "At": "2026-11-21T10:12:00.000Z"
             *       }
             *     }
             */
            Corrections: {
                [key: string]: components["schemas"]["Correction"];
            };
        };
        /** @description What a bulk action would be about. */
        BulkDryRun: {
            /**
             * @description Nothing was changed.
             * @constant
             */
            DryRun: true;
            /**
             * @description Jobs that match now.
             * @example 812
             */
            Jobs: number;
            /**
             * @description Present if more jobs may match: counting stopped there.
             * @constant
             */
            Estimated?: true;
            /**
             * @description The oldest ten of them.
             * @example [
             *       "job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e"
             *     ]
             */
            ExampleJobIDs: string[];
            /** @description What was accepted, but may not do what was meant; absent if there is nothing to say. */
            Warnings?: components["schemas"]["Warning"][];
        };
        /** @description The action is stored; it works in the background. */
        BulkActionCreated: {
            /**
             * @description Id of the bulk action.
             * @example bulk_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            BulkActionID: string;
            /** @description What was accepted, but may not do what was meant; absent if there is nothing to say. */
            Warnings?: components["schemas"]["Warning"][];
        };
        /** @description A page of bulk actions. Pass the last ID as `after` for the next page. */
        BulkActionList: {
            /** @description Up to 100 bulk actions, newest first. */
            BulkActions: components["schemas"]["BulkAction"][];
        };
        /** @description A bulk action, with its progress and results. */
        BulkAction: {
            /**
             * @description Id of the bulk action.
             * @example bulk_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ID: string;
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /**
             * @description What happens to each job.
             * @example cancel
             * @enum {string}
             */
            Action: "cancel" | "reschedule" | "redial" | "erase" | "update" | "analyze";
            /**
             * @description The filter, as it was given.
             * @example {
             *       "States": [
             *         "scheduled"
             *       ]
             *     }
             */
            Filter: {
                /**
                 * @description Every job of the campaign; the only condition then.
                 * @constant
                 */
                All?: true;
                /**
                 * @description Jobs that failed or were canceled for one of these reasons.
                 * @example [
                 *       "technical_error"
                 *     ]
                 */
                FailureReasons?: ("campaign_objective_missed" | "canceled" | "max_attempts_exceeded" | "opted_out" | "technical_error" | "wrong_contact" | "invalid_configuration")[];
                /**
                 * @description `true`: only test jobs; `false`: all other jobs.
                 * @example false
                 */
                Test?: boolean;
                /**
                 * @description Jobs created by this import.
                 * @example import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
                 */
                ImportID?: string;
                /**
                 * @description Jobs created at that instant or later.
                 * @example 2026-11-21T00:00:00Z
                 */
                CreatedAfter?: string;
                /**
                 * @description Jobs created before that instant.
                 * @example 2026-11-22T00:00:00Z
                 */
                CreatedBefore?: string;
                /**
                 * @description Jobs last changed at that instant or later.
                 * @example 2026-11-21T00:00:00Z
                 */
                UpdatedAfter?: string;
                /**
                 * @description Jobs last changed before that instant.
                 * @example 2026-11-22T00:00:00Z
                 */
                UpdatedBefore?: string;
                /**
                 * @description Jobs in one of these states.
                 * @example [
                 *       "scheduled"
                 *     ]
                 */
                States?: ("created" | "scheduled" | "calling" | "completed" | "failed" | "canceled" | "deleting" | "deleted")[];
            };
            /**
             * @description For `update`: the fields that are replaced.
             * @example [
             *       "Constraints"
             *     ]
             */
            Fields?: string[];
            /**
             * Format: date-time
             * @description For `reschedule`: when the jobs are called.
             * @example 2026-11-24T09:00:00.000Z
             */
            CallAt?: string;
            /**
             * @description State of the bulk action.
             * @example completed
             * @enum {string}
             */
            State: "running" | "completed" | "canceled" | "failed";
            /**
             * @description Jobs that matched when the action began; jobs that change later may leave the filter.
             * @example 812
             */
            Matched: number;
            /**
             * @description Present if `Matched` is a lower bound, because counting stopped.
             * @constant
             */
            Estimated?: true;
            /**
             * @description Jobs whose result is counted: Changed, Skipped and Failed together.
             * @example 812
             */
            Done: number;
            /**
             * @description Done part of the action, from 0 to 1.
             * @example 1
             */
            Progress: number;
            /**
             * @description Jobs that were changed; for `redial`, jobs that were called again by a new job.
             * @example 798
             */
            Changed: number;
            /**
             * @description Jobs that were left as they are.
             * @example 13
             */
            Skipped: number;
            /**
             * @description The skipped jobs by reason; reasons without jobs are absent.
             * @example {
             *       "job_not_running": 13
             *     }
             */
            SkippedBy: {
                [key: string]: number;
            };
            /**
             * @description Jobs that could not be changed because of an internal failure; the log has the cause.
             * @example 1
             */
            Failed: number;
            /**
             * @description The first ten failed jobs.
             * @example [
             *       "job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e"
             *     ]
             */
            FailedJobIDs: string[];
            /**
             * @description For `redial`: new jobs that failed when they were made, by reason, such as those to suppressed numbers. They are part of `Changed`.
             * @example {
             *       "opted_out": 2
             *     }
             */
            NewJobsFailed?: {
                [key: string]: number;
            };
            /**
             * Format: date-time
             * @description When the action began.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
            /**
             * Format: date-time
             * @description When its end was requested.
             * @example 2026-11-21T09:41:01.325Z
             */
            CancelRequestedAt?: string;
            /**
             * Format: date-time
             * @description When it ended.
             * @example 2026-11-21T09:41:13.640Z
             */
            EndedAt?: string;
            /**
             * @description Why the action failed.
             * @example The campaign is missing.
             */
            FailureMessage?: string;
        };
        /** @description Its end is requested; the batch in progress is finished first. */
        BulkActionAnswer: {
            /**
             * @description Id of the bulk action.
             * @example bulk_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            BulkActionID: string;
            /**
             * @description State of the bulk action.
             * @example completed
             * @enum {string}
             */
            State: "running" | "completed" | "canceled" | "failed";
        };
        /** @description When and why the next call is made, with a forecast of the calls after it. */
        ScheduleExplanation: {
            /**
             * @description Id of the job; `null` in a preview.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            JobID: string | null;
            /**
             * @description State of the job.
             * @example scheduled
             * @enum {string}
             */
            State: "created" | "scheduled" | "calling" | "completed" | "failed" | "canceled" | "deleting" | "deleted";
            /**
             * @description When the next call is made, in unix milliseconds; `null` if none is planned, if a person holds it back, or if the job waits in a queue (see Queue).
             * @example 1795417204310
             */
            NextCallMS: number | null;
            /**
             * @description The gate that holds the call until then; `null` if none does.
             * @example TimeRules
             */
            HeldBy: ("State" | "Suppression" | "Policy" | "StartAt" | "MaxTotalCalls" | "MinCreationDelay" | "MinDurationBetweenCalls" | "MinRetryDelay" | "RetryDelay" | "MaxAttemptsInInterval" | "MaxAttemptsPerNumber" | "MaxConcurrentCalls" | "MaxCallsPerMinute" | "MaxCallsPerDay" | "CarrierRate" | "TrunkUnavailable" | "AgentRefused" | "CircuitBreaker" | "TimeZone" | "TimeRules" | "BlackoutDates" | "EndAt" | "NotAfter" | "Ramp" | "Jitter" | "Reschedule") | null;
            /**
             * @description The reason, in one sentence.
             * @example Open Mo-Fr 09:00-17:00 Europe/Helsinki.
             */
            Message: string;
            /** @description Every gate that was evaluated. */
            Gates: components["schemas"]["Gate"][];
            /** @description The place in the queue of a job that waits because of a limit on calls at once or a minute; `null` for others. */
            Queue: components["schemas"]["QueuePosition"] | null;
            /** @description The calls made so far. */
            Attempts: components["schemas"]["ScheduleAttempt"][];
            /**
             * @description The assumed outcome of each future call.
             * @example contact_did_not_answer
             * @enum {string}
             */
            Assume: "assistant_error" | "assistant_hung_up" | "contact_hung_up" | "contact_busy" | "contact_did_not_answer" | "call_timeout" | "conversation_complete" | "call_dropped" | "user_refusal" | "left_voicemail" | "abandoned_answering_machine" | "wrong_contact" | "no_answer" | "other_unsuccessful";
            /** @description The future calls under that assumption. */
            Forecast: components["schemas"]["ForecastCall"][];
            /**
             * @description Why the forecast ends early; `null` if it has the requested number of calls.
             * @example At most 3 calls ever, 3 made.
             */
            ForecastEndsBecause: string | null;
            /** @description What was accepted, but may not do what was meant; absent if there is nothing to say. */
            Warnings?: components["schemas"]["Warning"][];
        };
        /** @description One rule that can hold a call back. */
        Gate: {
            /**
             * @description The gate, named after its setting.
             * @example TimeRules
             * @enum {string}
             */
            Name: "State" | "Suppression" | "Policy" | "StartAt" | "MaxTotalCalls" | "MinCreationDelay" | "MinDurationBetweenCalls" | "MinRetryDelay" | "RetryDelay" | "MaxAttemptsInInterval" | "MaxAttemptsPerNumber" | "MaxConcurrentCalls" | "MaxCallsPerMinute" | "MaxCallsPerDay" | "CarrierRate" | "TrunkUnavailable" | "AgentRefused" | "CircuitBreaker" | "TimeZone" | "TimeRules" | "BlackoutDates" | "EndAt" | "NotAfter" | "Ramp" | "Jitter" | "Reschedule";
            /**
             * @description Where the gate is configured.
             * @example campaign
             * @enum {string}
             */
            Origin: "job" | "campaign" | "organization" | "system" | "operator" | "policy";
            /**
             * @description Whether this gate alone allows a call now.
             * @example false
             */
            Satisfied: boolean;
            /**
             * @description The first instant at which this gate alone is open, in unix milliseconds; `null` if there is none, or if a person decides on it.
             * @example 1795417200000
             */
            OpensAtMS: number | null;
            /**
             * @description A description of the gate.
             * @example Open Mo-Fr 09:00-17:00 Europe/Helsinki, next on Mon 23 Nov 09:00.
             */
            Message: string;
        };
        /** @description The place of a job among those that wait for the same limit. */
        QueuePosition: {
            /**
             * @description Jobs of the organization that wait before it; 10,000 also stands for more.
             * @example 214
             */
            Before: number;
            /**
             * @description About when its turn is, in unix milliseconds, by the pace of the last calls; `null` while that is unknown, and on the line that all organizations share.
             * @example 1795417204310
             */
            AboutMS: number | null;
        };
        /** @description A call that was made. */
        ScheduleAttempt: {
            /**
             * @description Id of the call.
             * @example call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1
             */
            CallID: string;
            /**
             * Format: date-time
             * @description When the call was dialed.
             * @example 2026-11-21T09:41:01.325Z
             */
            StartedAt: string;
            /**
             * @description How the call ended; absent until then.
             * @example contact_did_not_answer
             * @enum {string}
             */
            EndedReason?: "assistant_error" | "assistant_hung_up" | "contact_hung_up" | "contact_busy" | "contact_did_not_answer" | "call_timeout";
        };
        /** @description A future call, provided that each earlier call ends as assumed. */
        ForecastCall: {
            /**
             * @description When the call would be made, in unix milliseconds.
             * @example 1795417204310
             */
            CallMS: number;
            /**
             * @description The gate that holds the call until then; `null` if none does.
             * @example TimeRules
             */
            Gate: ("State" | "Suppression" | "Policy" | "StartAt" | "MaxTotalCalls" | "MinCreationDelay" | "MinDurationBetweenCalls" | "MinRetryDelay" | "RetryDelay" | "MaxAttemptsInInterval" | "MaxAttemptsPerNumber" | "MaxConcurrentCalls" | "MaxCallsPerMinute" | "MaxCallsPerDay" | "CarrierRate" | "TrunkUnavailable" | "AgentRefused" | "CircuitBreaker" | "TimeZone" | "TimeRules" | "BlackoutDates" | "EndAt" | "NotAfter" | "Ramp" | "Jitter" | "Reschedule") | null;
        };
        /** @description A page of running calls. */
        RunningCalls: {
            /** @description Running calls, in the order of their jobs. */
            Calls: components["schemas"]["RunningCall"][];
            /**
             * @description The next page starts after this job; absent on the last page. A page may be empty before the last.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            NextAfter?: string;
        };
        /** @description A call whose end is not recorded yet. */
        RunningCall: {
            /**
             * @description Id of the call.
             * @example call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1
             */
            ID: string;
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /**
             * @description Id of the job. Ids sort by creation.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            JobID: string;
            /**
             * @description The number that is called.
             * @example +14155550123
             */
            PhoneNumber: string;
            /**
             * @description Name of the contact; empty if none was given.
             * @example Ada Lovelace
             */
            ContactName: string;
            /**
             * @description Which call of the job it is, from 1.
             * @example 1
             */
            Attempt: number;
            /**
             * @description `creating` until the contact answers, then `active`.
             * @example active
             * @enum {string}
             */
            State: "creating" | "active";
            /**
             * Format: date-time
             * @description When the attempt began.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
            /**
             * Format: date-time
             * @description When the phone began to ring.
             * @example 2026-11-21T09:41:01.325Z
             */
            RingingAt?: string;
            /**
             * Format: date-time
             * @description When the contact answered.
             * @example 2026-11-21T09:41:01.325Z
             */
            ConnectedAt?: string;
            /**
             * @description Who answered, if the line or the voice agent reported it.
             * @example human
             * @enum {string}
             */
            AnsweredBy?: "human" | "machine" | "unknown";
            /**
             * Format: date-time
             * @description When its stop was requested.
             * @example 2026-11-21T09:41:01.325Z
             */
            StopRequestedAt?: string;
            /**
             * @description Present for test jobs only.
             * @constant
             */
            TestJob?: true;
        };
        /** @description The call is being stopped. */
        CallStopped: {
            /**
             * @description Id of the call.
             * @example call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1
             */
            CallID: string;
            /**
             * @description State of the call; it becomes `ended` shortly.
             * @example active
             * @enum {string}
             */
            State: "creating" | "active" | "ended" | "failed";
        };
        /** @description The part of Twilio’s call resource that hanging up needs. */
        TwilioCall: {
            /**
             * @description The `callSid` of the call.
             * @example CA3f1c9f8e0b7a6d5c4e3f2a1b0c9d8e7f
             */
            sid: string;
            /**
             * @description The `accountSid` of the organization.
             * @example AC3f1c9f8e0b7a6d5c4e3f2a1b0c9d8e7f
             */
            account_sid: string;
            /**
             * @description The call is being ended, or has ended.
             * @example completed
             * @constant
             */
            status: "completed";
        };
        /** @description A ticket for one request. */
        Ticket: {
            /**
             * @description The ticket: append it to the URL as `ticket`.
             * @example ticket_pT0yN5kq3wZr8vXb1cDfGhJkLmNpQrStUvWxYz02468
             */
            Ticket: string;
            /**
             * Format: date-time
             * @description When the ticket expires if it is not used.
             * @example 2026-11-21T09:41:01.325Z
             */
            ExpiresAt: string;
        };
        /** @description The entry that keeps the number from being called. */
        SuppressionAdded: {
            /**
             * @description Id of the suppression. It cannot be traced to the number.
             * @example suppression_5c0d8a1be4f24a53b1e2d6f7a8c9b0d1
             */
            ID: string;
            /**
             * @description The campaign in which the number is suppressed; absent if in every campaign of the organization.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID?: string;
            /**
             * @description Why the number must not be called.
             * @example user_refusal
             * @enum {string}
             */
            Reason: "opted_out" | "user_refusal" | "complaint" | "legal" | "invalid_number" | "wrong_contact" | "other";
            /**
             * @description How the entry came about; `call` if the contact refused in a call.
             * @example call
             * @enum {string}
             */
            Source: "api" | "csv" | "cli" | "call";
            /**
             * @description The API key that added it.
             * @example key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            KeyID?: string;
            /**
             * @description The job whose contact refused, until that job is erased.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            JobID?: string;
            /**
             * @description The call in which the contact refused, until its job is erased.
             * @example call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1
             */
            CallID?: string;
            /**
             * @description For people.
             * @example Asked by letter, see case 4711.
             */
            Note?: string;
            /**
             * Format: date-time
             * @description When it was added; for a call, to the minute.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
            /**
             * Format: date-time
             * @description When it ends; absent if it holds for good.
             * @example 2027-01-31T00:00:00Z
             */
            Until?: string;
            /** @description What was accepted, but may not do what was meant; absent if there is nothing to say. */
            Warnings?: components["schemas"]["Warning"][];
        };
        /** @description A page of suppressions. */
        SuppressionList: {
            /** @description Entries that hold, newest first. */
            Suppressions: components["schemas"]["Suppression"][];
            /**
             * @description Present if there are more entries: pass it as `after`.
             * @example 1795254061325-suppression_5c0d8a1be4f24a53b1e2d6f7a8c9b0d1
             */
            NextAfter?: string;
        };
        /** @description An entry that keeps one number from being called. It holds no number. */
        Suppression: {
            /**
             * @description Id of the suppression. It cannot be traced to the number.
             * @example suppression_5c0d8a1be4f24a53b1e2d6f7a8c9b0d1
             */
            ID: string;
            /**
             * @description The campaign in which the number is suppressed; absent if in every campaign of the organization.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID?: string;
            /**
             * @description Why the number must not be called.
             * @example user_refusal
             * @enum {string}
             */
            Reason: "opted_out" | "user_refusal" | "complaint" | "legal" | "invalid_number" | "wrong_contact" | "other";
            /**
             * @description How the entry came about; `call` if the contact refused in a call.
             * @example call
             * @enum {string}
             */
            Source: "api" | "csv" | "cli" | "call";
            /**
             * @description The API key that added it.
             * @example key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            KeyID?: string;
            /**
             * @description The job whose contact refused, until that job is erased.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            JobID?: string;
            /**
             * @description The call in which the contact refused, until its job is erased.
             * @example call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1
             */
            CallID?: string;
            /**
             * @description For people.
             * @example Asked by letter, see case 4711.
             */
            Note?: string;
            /**
             * Format: date-time
             * @description When it was added; for a call, to the minute.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
            /**
             * Format: date-time
             * @description When it ends; absent if it holds for good.
             * @example 2027-01-31T00:00:00Z
             */
            Until?: string;
        };
        /** @description What became of the rows of a file. */
        SuppressionUpload: {
            /**
             * @description Data rows in the file: the sum of the other counts.
             * @example 5000
             */
            Rows: number;
            /**
             * @description Rows that added an entry.
             * @example 4980
             */
            RowsAdded: number;
            /**
             * @description Rows that replaced an entry that would have ended earlier.
             * @example 2
             */
            RowsExtended: number;
            /**
             * @description Rows whose number was suppressed for at least as long, or is in an earlier row.
             * @example 15
             */
            RowsPresent: number;
            /**
             * @description Rows that added nothing, because they are invalid.
             * @example 3
             */
            RowsRefused: number;
            /** @description The first thousand refused rows, in file order. */
            Refused: components["schemas"]["RefusedSuppressionRow"][];
            /**
             * @description Rows whose numbers are in no numbering plan, so that hardly any job can have them. They were stored, and are part of the counts above; check their spelling.
             * @example 2
             */
            RowsUnassigned: number;
            /**
             * @description The numbers of the first thousand of these rows, in file order.
             * @example [
             *       4,
             *       17
             *     ]
             */
            UnassignedRows: number[];
            /**
             * @description Rows with a number that was not written in E.164. They are part of the first three counts above.
             * @example 1
             */
            RowsNormalized: number;
            /** @description The first thousand of these numbers, in file order, with what each was read as. */
            Normalized: components["schemas"]["NormalizedNumber"][];
        };
        /** @description A row that added nothing. */
        RefusedSuppressionRow: {
            /**
             * @description Number of the data row, from 1.
             * @example 17
             */
            Row: number;
            /**
             * @description The column; empty for the row as a whole.
             * @example PhoneNumber
             */
            Column: string;
            /**
             * @description The value, shortened.
             * @example 0415 555 0123
             */
            Value: string;
            /**
             * @description The kind of error.
             * @example invalid_value
             * @enum {string}
             */
            Code: "missing_value" | "invalid_value" | "too_many_cells" | "unbalanced_quote" | "row_too_large";
            /**
             * @description What was expected.
             * @example Expected an E.164 number such as "+14155550123".
             */
            Detail: string;
        };
        /** @description The number is not suppressed here any more. */
        SuppressionRemoved: {
            /**
             * @description False if the number was not suppressed here.
             * @example true
             */
            Removed: boolean;
        };
        /** @description What is known and allowed of a number, over all campaigns. */
        NumberRecord: {
            /**
             * @description The number.
             * @example +14155550199
             */
            PhoneNumber: string;
            /**
             * @description Type by the numbering plans; `subscriber` is a landline or a mobile.
             * @example subscriber
             */
            Type: string;
            /**
             * @description ISO 3166-1 alpha-2; absent if it belongs to no single country.
             * @example US
             */
            Country?: string;
            /**
             * @description The zones that it may be in; empty if unknown.
             * @example [
             *       "America/Los_Angeles"
             *     ]
             */
            TimeZones: string[];
            /**
             * @description True if neither the policy nor a suppression of the organization forbids calls to it. A campaign may still suppress it.
             * @example true
             */
            Allowed: boolean;
            /**
             * @description Why it may not be called; absent if it may.
             * @example The number is suppressed in every campaign of the organization (user_refusal).
             */
            Message?: string;
            /** @description Up to 100 entries that hold: of the organization and of its campaigns. */
            Suppressions: components["schemas"]["Suppression"][];
            /** @description Up to 100 jobs that have not ended, most recently changed first. */
            Jobs: components["schemas"]["NumberJob"][];
            /** @description Up to 100 campaigns with jobs of this number. */
            Campaigns: components["schemas"]["NumberCampaign"][];
            /** @description The limits of the policy, the organization and those campaigns, with the attempts that count. */
            Limits: components["schemas"]["NumberLimit"][];
        };
        /** @description A job with the number that has not ended. */
        NumberJob: {
            /**
             * @description Id of the job. Ids sort by creation.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            JobID: string;
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /**
             * @description State of the job.
             * @example scheduled
             * @enum {string}
             */
            State: "created" | "scheduled" | "calling" | "completed" | "failed" | "canceled" | "deleting" | "deleted";
            /**
             * @description When it is called next, unix milliseconds; absent while it is called.
             * @example 1795254061325
             */
            NextCallMS?: number;
        };
        /** @description The jobs of one campaign with the number. */
        NumberCampaign: {
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /**
             * @description Number of its jobs with this number in each state; states without jobs are absent.
             * @example {
             *       "scheduled": 1,
             *       "completed": 2
             *     }
             */
            JobsByState: {
                [key: string]: number;
            };
        };
        /** @description A limit on attempts to one number, and what counts toward it. */
        NumberLimit: {
            /**
             * @description The level that sets the limit.
             * @example campaign
             * @enum {string}
             */
            Origin: "policy" | "organization" | "campaign";
            /**
             * @description The campaign that sets the limit; absent for other levels.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID?: string;
            /**
             * @description At most so many attempts
             * @example 3
             */
            Count: number;
            /**
             * @description in any span of this length.
             * @example 24h
             */
            Duration: string;
            /**
             * @description Attempts that count toward it now.
             * @example 2
             */
            Attempts: number;
            /**
             * Format: date-time
             * @description When the limit allows the next attempt; absent if it allows one now.
             * @example 2026-11-21T09:41:01.325Z
             */
            OpensAt?: string;
        };
        /** @description The personal data of these jobs is being erased. */
        NumberErased: {
            /**
             * @description Jobs whose erasure was requested by this request.
             * @example 12
             */
            Jobs: number;
            /**
             * @description True if there are more: repeat the request.
             * @example false
             */
            More: boolean;
        };
        /** @description The owner of jobs, campaigns and webhooks. */
        Organization: {
            /**
             * @description The organization it belongs to.
             * @example org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ID: string;
            /** @description Its settings. */
            Data: {
                /**
                 * @description Name of the organization.
                 * @example Example Ltd
                 */
                Name: string;
                /**
                 * @description Limit on attempts to one number across all jobs of the organization.
                 * @example {
                 *       "Count": 3,
                 *       "Duration": "24h"
                 *     }
                 */
                MaxAttemptsPerNumber?: components["schemas"]["AttemptLimit"];
                /**
                 * @description Limits on the calls of each caller ID, over all campaigns of the organization.
                 * @example {
                 *       "MaxConcurrentCalls": 5,
                 *       "MaxCallsPerMinute": 10
                 *     }
                 */
                CallerIDPacing?: components["schemas"]["CallerIDPacing"];
                /**
                 * @description `active`; `paused`: calls are held back; or `blocked`: the operator of the service holds calls back and refuses new jobs.
                 * @example active
                 * @enum {string}
                 */
                State: "active" | "paused" | "blocked";
                /** @description What the operator of the service allows; read-only. */
                Policy: components["schemas"]["OrganizationPolicy"];
            };
            /**
             * Format: date-time
             * @description When the organization was created.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
        };
        /** @description Which test jobs are allowed. They are neither encrypted nor redacted. */
        TestJobPolicy: {
            /**
             * @description Whether test jobs may be created and called.
             * @example true
             */
            Allowed: boolean;
            /**
             * @description The only numbers that test jobs may call. Absent: any number.
             * @example [
             *       "+14155550123"
             *     ]
             */
            Numbers?: string[];
        };
        /** @description What the operator of the service allows the organization. No API key can change it. */
        OrganizationPolicy: {
            /** @description Which test jobs are allowed. */
            TestJobs: components["schemas"]["TestJobPolicy"];
            /**
             * @description ISO 3166-1 alpha-2 codes of the only countries that may be called. Absent: all countries.
             * @example [
             *       "FI",
             *       "SE"
             *     ]
             */
            Countries?: string[];
            /**
             * @description Types of numbers that may not be called. Emergency numbers and short codes never are.
             * @example [
             *       "premium_rate",
             *       "shared_cost",
             *       "international_network",
             *       "unassigned"
             *     ]
             */
            DeniedNumberTypes: ("premium_rate" | "shared_cost" | "international_network" | "personal_number" | "toll_free" | "voip" | "pager" | "uan" | "voicemail" | "unassigned")[];
            /**
             * @description Calls of the organization at once. 0 means no limit.
             * @example 100
             */
            MaxConcurrentCalls: number;
            /**
             * @description Calls of the organization in any minute. 0 means no limit.
             * @example 600
             */
            MaxCallsPerMinute: number;
            /**
             * @description Calls of the organization in a day from 00:00 UTC. 0 means no limit.
             * @example 10000
             */
            MaxCallsPerDay: number;
            /**
             * @description Jobs of the organization that have not ended. 0 means no limit.
             * @example 250000
             */
            MaxOpenJobs: number;
            /**
             * @description Rows of one bulk file. 0 means no limit.
             * @example 100000
             */
            MaxJobsPerImport: number;
            /**
             * @description Attempts to one number in any 24 hours, over all jobs of the organization. 0 means no limit.
             * @example 10
             */
            MaxAttemptsPerNumberPerDay: number;
            /**
             * @description Attempts of one job, whatever its MaxTotalCalls. 0 means no limit.
             * @example 100
             */
            MaxCallsPerJob: number;
            /**
             * @description Seconds from the end of a call to the next one of its job, at least.
             * @example 60
             */
            MinRetryDelaySeconds: number;
        };
        /**
         * @description Server-Sent Events. `data` is an `Event` as JSON.
         * @example id: 1795254061325-evt_job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_3
         *     event: job_state_updated
         *     data: {"ID":"evt_job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_3","Event":"job_state_updated","Data":{"State":"calling"}}
         */
        EventStream: string;
        /** @description The webhook was registered. */
        WebhookRegistered: {
            /**
             * @description Id of the webhook.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            WebhookID: string;
            /**
             * @description The secret that signs its requests. It is shown only once: store it safely.
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDVfhLxb2oP3E=
             */
            Secret: string;
        };
        /** @description The webhooks of the organization. */
        WebhookList: {
            /** @description All webhooks of the organization. */
            Webhooks: components["schemas"]["Webhook"][];
        };
        /** @description A registered receiver of the organization's events. Its secret is never shown again. */
        Webhook: {
            /**
             * @description The organization it belongs to.
             * @example org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            OrgID: string;
            /**
             * @description Id of the webhook.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ID: string;
            /** @description Its settings. */
            Data: components["schemas"]["WebhookData"];
            /**
             * Format: date-time
             * @description When it was registered.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
        };
        /** @description The settings of a webhook. */
        WebhookData: {
            /**
             * @description Full URL of the receiver: https on port 443 or 8443, unless the operator allows more. Private addresses are rejected.
             * @example https://example.com/webhooks
             */
            DestinationURL: string;
            /**
             * @description A description of its purpose.
             * @example CRM of the sales team
             */
            Description?: string;
            /**
             * @description Kinds of events to send. Defaults to `job_state_updated` alone.
             * @example [
             *       "job_state_updated"
             *     ]
             */
            Events?: ("job_state_updated" | "call_started" | "call_answered" | "call_ended" | "analysis_ready" | "contact_opted_out" | "import_finished" | "campaign_paused" | "campaign_resumed" | "campaign_stopped")[];
            /**
             * @description Campaigns whose events are sent. Defaults to all.
             * @example [
             *       "campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e"
             *     ]
             */
            CampaignIDs?: string[];
            /**
             * @description Static headers of every request; their values are masked except for the last four characters.
             * @example {
             *       "Authorization": "***9f8e"
             *     }
             */
            Headers?: {
                [key: string]: string;
            };
            /**
             * @description A disabled webhook receives nothing.
             * @example true
             */
            Enabled: boolean;
            /**
             * @description Why the service disabled the webhook.
             * @example receiver_gone
             * @enum {string}
             */
            DisabledReason?: "receiver_gone" | "failing_too_long";
            /**
             * @description Disable the webhook when the receiver responds with 410.
             * @example true
             */
            DisableOnGone?: boolean;
            /**
             * @description Disable the webhook after five days of uninterrupted failures.
             * @example false
             */
            DisableAfterFailures?: boolean;
            /**
             * Format: date-time
             * @description The first failure since the last success; absent while deliveries succeed.
             * @example 2026-11-21T09:41:01.325Z
             */
            FailingSince?: string;
        };
        /** @description The webhook that the request applied to. */
        WebhookAnswer: {
            /**
             * @description Id of the webhook.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            WebhookID: string;
        };
        /** @description A new secret, effective immediately. */
        SecretRotated: {
            /**
             * @description Id of the webhook.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            WebhookID: string;
            /**
             * @description The secret that signs its requests. It is shown only once: store it safely.
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDVfhLxb2oP3E=
             */
            Secret: string;
            /**
             * Format: date-time
             * @description Until when requests are also signed with the previous secret.
             * @example 2026-11-21T09:41:01.325Z
             */
            PreviousSecretExpiresAt: string;
        };
        /** @description A test event was sent; its delivery shows the result. */
        TestEventSent: {
            /**
             * @description Id of the webhook.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            WebhookID: string;
            /**
             * @description Id of the delivery.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-3
             */
            DeliveryID: string;
        };
        /** @description A page of deliveries. Pass the last ID as `after` to get the next page. */
        WebhookDeliveries: {
            /** @description Deliveries, newest first. */
            Deliveries: components["schemas"]["WebhookDelivery"][];
        };
        /** @description One event for one webhook. */
        WebhookDelivery: {
            /**
             * @description Id of the delivery.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-3
             */
            ID: string;
            /**
             * @description Id of the webhook.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            WebhookID: string;
            /**
             * @description Id of the job. Ids sort by creation.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            JobID?: string;
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /**
             * @description What happened.
             * @example job_state_updated
             * @enum {string}
             */
            Event: "job_state_updated" | "call_started" | "call_answered" | "call_ended" | "analysis_ready" | "contact_opted_out" | "import_finished" | "campaign_paused" | "campaign_resumed" | "campaign_stopped";
            /**
             * @description Depends on the kind; never personal data.
             * @example {
             *       "State": "completed"
             *     }
             */
            Data: {
                [key: string]: unknown;
            };
            /**
             * @description When it happened, in unix milliseconds; for ordering.
             * @example 1795254061325
             */
            EventTimeMS: number;
            /**
             * @description Whether the job is a test job.
             * @example false
             */
            TestJob: boolean;
            /**
             * @description The `webhook-id` header of its requests, the same on every attempt.
             * @example evt_job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_3
             */
            MessageID: string;
            /**
             * @description State of the delivery.
             * @example delivered
             * @enum {string}
             */
            State: "pending" | "delivered" | "exhausted" | "discarded";
            /** @description The requests made, at most 100. */
            Attempts: components["schemas"]["WebhookDeliveryAttempt"][];
            /**
             * @description When the next attempt is made, in unix milliseconds; absent if none is.
             * @example 1795254061325
             */
            NextAttemptMS?: number;
            /**
             * Format: date-time
             * @description When the delivery was created.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
        };
        /** @description One request to the receiver. */
        WebhookDeliveryAttempt: {
            /**
             * @description Number of the attempt, from 1; it continues through redeliveries.
             * @example 1
             */
            Number: number;
            /**
             * @description When the request was sent, in unix milliseconds.
             * @example 1795254061325
             */
            AtMS: number;
            /**
             * @description How long it took, in milliseconds.
             * @example 87
             */
            DurationMS: number;
            /**
             * @description The receiver's HTTP status; absent if there was no response.
             * @example 503
             */
            Status?: number;
            /**
             * @description The kind of failure; absent on success.
             * @example http_5xx
             * @enum {string}
             */
            ErrorClass?: "blocked_address" | "dns_error" | "connect_timeout" | "connection_refused" | "connection_reset" | "connection_error" | "tls_error" | "timeout" | "invalid_response" | "http_1xx" | "http_3xx" | "http_4xx" | "http_5xx" | "http_other";
            /**
             * @description A description of the failure; absent on success.
             * @example The receiver answered 503.
             */
            Error?: string;
            /**
             * @description The first 2 kB of the receiver's response; absent for receivers in a private network.
             * @example Service Unavailable
             */
            ResponseBody?: string;
        };
        /** @description The event is delivered again. */
        Redelivery: {
            /**
             * @description Id of the delivery.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-3
             */
            DeliveryID: string;
            /**
             * @description Id of the webhook.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            WebhookID: string;
            /**
             * @description State of the delivery.
             * @example delivered
             * @enum {string}
             */
            State: "pending" | "delivered" | "exhausted" | "discarded";
        };
        /** @description The result of a redelivery request. */
        Redeliveries: {
            /**
             * @description Id of the webhook.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            WebhookID: string;
            /**
             * @description Number of deliveries that are repeated.
             * @example 42
             */
            Redelivered: number;
            /**
             * @description Whether the time range holds more deliveries than one request repeats.
             * @example false
             */
            More: boolean;
            /**
             * Format: date-time
             * @description The `since` of the next request; present if there are more.
             * @example 2026-11-21T09:41:01.325Z
             */
            NextSince?: string;
        };
        /** @description The key was created. */
        ApiKeyCreated: {
            /**
             * @description Id of the API key.
             * @example key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            KeyID: string;
            /**
             * @description The key. It is shown only once: store it safely.
             * @example od_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_4cN0dGqkqkz0Ww7tDg0vYx2mJ1aBcDeF0rT3uV
             */
            Key: string;
        };
        /** @description A page of API keys. */
        ApiKeyList: {
            /** @description Keys of the organization, oldest first. */
            ApiKeys: components["schemas"]["ApiKey"][];
        };
        /** @description An API key, without the key itself. */
        ApiKey: {
            /**
             * @description The organization it belongs to.
             * @example org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            OrgID: string;
            /**
             * @description Id of the API key.
             * @example key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ID: string;
            /** @description Properties of the key. */
            Data: components["schemas"]["ApiKeyData"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
        };
        /** @description The properties of an API key. */
        ApiKeyData: {
            /**
             * @description A name that identifies the key to people.
             * @example CRM, production
             */
            Name: string;
            /**
             * @description Whether the key is valid.
             * @example active
             * @enum {string}
             */
            State: "active" | "expired" | "revoked";
            /**
             * @description Scopes of the key.
             * @example [
             *       "jobs:read",
             *       "jobs:write"
             *     ]
             */
            Scopes: ("jobs:read" | "jobs:write" | "personal:read" | "calls:listen" | "calls:stop" | "recordings:read" | "webhooks:manage" | "campaigns:manage" | "suppressions:read" | "suppressions:add" | "suppressions:remove" | "pii:delete" | "keys:manage" | "audit:read" | "service:read")[];
            /**
             * @description The campaigns it is restricted to.
             * @example [
             *       "campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e"
             *     ]
             */
            CampaignIDs?: string[];
            /**
             * Format: date-time
             * @description When it expires.
             * @example 2027-01-31T00:00:00Z
             */
            ExpiresAt?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             * @example 2026-11-21T09:41:01.325Z
             */
            RevokedAt?: string;
            /**
             * @description The key that created it; absent if an operator did.
             * @example key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8d
             */
            CreatedBy?: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute.
             * @example 2026-11-21T09:41:01.325Z
             */
            LastUsedAt?: string;
        };
        /** @description A revoked API key. */
        ApiKeyRevoked: {
            /**
             * @description The organization it belongs to.
             * @example org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            OrgID: string;
            /**
             * @description Id of the API key.
             * @example key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ID: string;
            /** @description Properties of the key. */
            Data: components["schemas"]["ApiKeyData"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
            /**
             * @description The keys that it created, and those that they created, all revoked; present if the request asks for it.
             * @example [
             *       "key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8d"
             *     ]
             */
            Descendants?: string[];
        };
        /** @description A page of the audit log. Pass the last ID as `after` to get the next page. */
        AuditLog: {
            /** @description Entries, newest first. */
            AuditLogEntries: components["schemas"]["AuditLogEntry"][];
        };
        /** @description One entry of the audit log. */
        AuditLogEntry: {
            /**
             * @description The organization it belongs to.
             * @example org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            OrgID: string;
            /**
             * @description Id of the entry.
             * @example audit_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ID: string;
            /** @description The content of the entry. */
            Data: components["schemas"]["AuditLogEntryData"];
            /**
             * Format: date-time
             * @description When the action took place.
             * @example 2026-11-21T09:41:01.325Z
             */
            CreatedAt: string;
        };
        /** @description The actor of an audited action. */
        AuditActor: {
            /**
             * @description The holder of an API key.
             * @constant
             */
            Kind: "api_key";
            /**
             * @description Id of the API key.
             * @example key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            KeyID: string;
        } | {
            /**
             * @description The service itself or an operator.
             * @constant
             */
            Kind: "service";
            /**
             * @description The part of the service.
             * @example retention
             */
            Name: string;
        };
        /** @description The action, its actor and its target. */
        AuditLogEntryData: {
            /**
             * @description The audited action.
             * @example job.created
             * @enum {string}
             */
            Action: "job.created" | "job.updated" | "job.rescheduled" | "job.canceled" | "job.analysis_requested" | "job.corrected" | "job.deletion_requested" | "job.erased" | "jobs.exported" | "import.created" | "import.canceled" | "bulk_action.created" | "bulk_action.canceled" | "call.stopped" | "call.listened" | "recording.downloaded" | "campaign.created" | "campaign.changed" | "circuit_breaker.opened" | "circuit_breaker.closed" | "circuit_breaker.reset" | "suppression.added" | "suppression.removed" | "suppressions.uploaded" | "organization.changed" | "organization.policy_changed" | "api_key.created" | "api_key.revoked" | "api_key.refused" | "session.created" | "session.ended" | "sign_in_ticket.created" | "webhook.created" | "webhook.changed" | "webhook.deleted" | "webhook.secret_rotated" | "webhook.tested" | "webhook.redelivered";
            /** @description The actor: an API key or the service itself. */
            Actor: components["schemas"]["AuditActor"];
            /**
             * @description The request that triggered the action. An id that does not begin with `req_` was chosen by the client.
             * @example req_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            RequestID?: string;
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID?: string;
            /**
             * @description Id of the job. Ids sort by creation.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            JobID?: string;
            /**
             * @description Id of the call.
             * @example call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1
             */
            CallID?: string;
            /**
             * @description Id of the import.
             * @example import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ImportID?: string;
            /**
             * @description Id of the bulk action.
             * @example bulk_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            BulkActionID?: string;
            /**
             * @description Id of the suppression. It cannot be traced to the number.
             * @example suppression_5c0d8a1be4f24a53b1e2d6f7a8c9b0d1
             */
            SuppressionID?: string;
            /**
             * @description Id of the webhook.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            WebhookID?: string;
            /**
             * @description Id of the delivery.
             * @example webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-3
             */
            DeliveryID?: string;
            /**
             * @description Id of the API key.
             * @example key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            KeyID?: string;
            /**
             * @description Further details: field names and codes, never personal data.
             * @example {
             *       "Fields": [
             *         "Data"
             *       ]
             *     }
             */
            readonly Details?: {
                [key: string]: string | number | boolean | string[];
            };
        };
        /** @description Who makes the request, and what it may do. */
        Me: {
            /**
             * @description The organization it belongs to.
             * @example org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            OrgID: string;
            /**
             * @description Name of the organization.
             * @example Example Ltd
             */
            OrganizationName: string;
            /**
             * @description Id of the API key.
             * @example key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            KeyID: string;
            /**
             * @description A name that identifies the key to people.
             * @example Console of Ada
             */
            KeyName: string;
            /**
             * @description Scopes of the key.
             * @example [
             *       "jobs:read",
             *       "jobs:write"
             *     ]
             */
            Scopes: ("jobs:read" | "jobs:write" | "personal:read" | "calls:listen" | "calls:stop" | "recordings:read" | "webhooks:manage" | "campaigns:manage" | "suppressions:read" | "suppressions:add" | "suppressions:remove" | "pii:delete" | "keys:manage" | "audit:read" | "service:read")[];
            /**
             * @description The campaigns that the key is restricted to, if any.
             * @example [
             *       "campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e"
             *     ]
             */
            CampaignIDs?: string[];
            /**
             * Format: date-time
             * @description When the key expires.
             * @example 2027-01-31T00:00:00Z
             */
            KeyExpiresAt?: string;
            /**
             * Format: date-time
             * @description When the session expires; present if a session made the request.
             * @example 2026-11-21T09:41:01.325Z
             */
            SessionExpiresAt?: string;
            /**
             * @description Version of the service.
             * @example 0.1.0
             */
            Version: string;
            /**
             * @description Where Temporal's UI lists workflows; the id of one may be appended (`/job%2F<JobID>`). For keys with the scope `service:read`, if the operator has set `TEMPORAL_UI_URL`.
             * @example https://temporal.example/namespaces/default/workflows
             */
            WorkflowsURL?: string;
        };
        /** @description The session of this key has ended. */
        SessionEnded: {
            /**
             * @description Id of the API key.
             * @example key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            KeyID: string;
        };
        /** @description A ticket that signs one browser in, once. */
        SignInTicket: {
            /**
             * @description The ticket: `POST /session?ticket=…` signs in with it.
             * @example ticket_pT0yN5kq3wZr8vXb1cDfGhJkLmNpQrStUvWxYz02468
             */
            Ticket: string;
            /**
             * @description The address of the console that signs in with the ticket. Browsers send nothing after the `#`.
             * @example https://outdial.example/console/#ticket=ticket_pT0yN5kq3wZr8vXb1cDfGhJkLmNpQrStUvWxYz02468
             */
            URL: string;
            /**
             * Format: date-time
             * @description When the ticket expires if it is not used.
             * @example 2026-11-21T09:41:01.325Z
             */
            ExpiresAt: string;
        };
        /** @description The worker processes. */
        Workers: {
            /** @description Workers, the latest to start first. */
            Workers: components["schemas"]["Worker"][];
        };
        /** @description A worker process of the service. */
        Worker: {
            /**
             * @description Id of the process; each start has a new one.
             * @example worker_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ID: string;
            /**
             * @description Name of its machine or container.
             * @example outdial-worker-7d9c
             */
            Host: string;
            /**
             * @description Its version.
             * @example 0.1.0
             */
            Version: string;
            /**
             * @description `draining` takes no more work; `lost` has not reported itself for a minute.
             * @example running
             * @enum {string}
             */
            State: "running" | "draining" | "lost";
            /**
             * @description The queues that it serves.
             * @example [
             *       "jobs",
             *       "calls",
             *       "webhooks",
             *       "erasures"
             *     ]
             */
            Queues: string[];
            /**
             * @description Calls that it may handle at once.
             * @example 100
             */
            CallSlots: number;
            /**
             * @description Calls that it handled at its last report.
             * @example 12
             */
            Calls: number;
            /**
             * Format: date-time
             * @description When it started.
             * @example 2026-11-21T09:41:01.325Z
             */
            StartedAt: string;
            /**
             * Format: date-time
             * @description When it last reported itself.
             * @example 2026-11-21T09:41:01.325Z
             */
            LastBeatAt: string;
        };
        /** @description The trunks of the deployment. */
        Trunks: {
            /** @description Trunks, those that are tried first before the others. */
            Trunks: components["schemas"]["Trunk"][];
        };
        /** @description A line on which the workers place calls. */
        Trunk: {
            /**
             * @description The trunk, as campaigns name it: the provider, and the trunk's own name.
             * @example sip/main
             */
            Name: string;
            /**
             * @description Whether its settings let it take no calls.
             * @example false
             */
            Disabled: boolean;
            /**
             * @description Whether it answers. `partly_down`: some workers, and others not. `unknown`: it is not asked, or has never answered.
             * @example up
             * @enum {string}
             */
            Health: "up" | "down" | "unknown" | "partly_down";
            /**
             * @description Calls on it, at the last reports; absent if its provider does not count them.
             * @example 12
             */
            Calls?: number;
            /**
             * @description Calls at once that it takes; absent without a limit.
             * @example 60
             */
            MaxConcurrentCalls?: number;
            /**
             * @description Calls a minute that it takes; absent without a limit.
             * @example 120
             */
            MaxCallsPerMinute?: number;
            /**
             * @description Workers that may place calls on it.
             * @example 3
             */
            Workers: number;
        };
        /** @description Overdue work of the deployment. */
        Overdue: {
            /** @description Up to 100 of each kind, most overdue first. */
            Overdue: components["schemas"]["OverdueItem"][];
        };
        /** @description Work that has not made progress in time. */
        OverdueItem: {
            /**
             * @description What it is.
             * @example job
             * @enum {string}
             */
            Kind: "job" | "delivery" | "import" | "bulk_action";
            /**
             * @description Its id.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            ID: string;
            /**
             * @description The organization it belongs to.
             * @example org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            OrgID: string;
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /**
             * @description Its state.
             * @example scheduled
             */
            State: string;
            /**
             * Format: date-time
             * @description When it should have made progress.
             * @example 2026-11-21T09:41:01.325Z
             */
            DueAt: string;
            /**
             * @description How often the sweeper has taken it up since its last progress.
             * @example 2
             */
            Sweeps: number;
        };
        /** @description Technical failures of calls, grouped. */
        Failures: {
            /**
             * Format: date-time
             * @description Calls that ended since then were looked at.
             * @example 2026-11-21T09:41:01.325Z
             */
            From: string;
            /**
             * @description `false` if there were more: only the latest 1,000 are grouped.
             * @example true
             */
            Complete: boolean;
            /** @description The groups, most calls first. */
            Failures: components["schemas"]["FailureGroup"][];
        };
        /** @description Calls that failed alike. */
        FailureGroup: {
            /**
             * @description What failed.
             * @example provider_refused
             * @enum {string}
             */
            Failure: "provider_refused" | "provider_failed" | "assistant_refused" | "assistant_failed" | "connection_failed" | "worker_lost";
            /**
             * @description More precisely.
             * @example line_failed
             * @enum {string}
             */
            EndedDetail?: "busy" | "declined" | "unwanted" | "blocked" | "no_answer" | "unreachable" | "invalid_number" | "no_route" | "not_permitted" | "line_congested" | "line_failed" | "codec_refused" | "media_lost" | "unconfirmed" | "answering_machine" | "stopped";
            /**
             * @description The trunk.
             * @example sip/main
             */
            Trunk?: string;
            /**
             * @description The final SIP status.
             * @example 503
             */
            SipCode?: number;
            /**
             * @description The cause by ITU-T Q.850.
             * @example 38
             */
            Q850?: number;
            /**
             * @description The provider's own code.
             * @example 13224
             */
            ProviderCode?: string;
            /**
             * @description Calls that failed in this way.
             * @example 12
             */
            Calls: number;
            /**
             * Format: date-time
             * @description When the first of them ended.
             * @example 2026-11-21T09:41:01.325Z
             */
            FirstAt: string;
            /**
             * Format: date-time
             * @description When the last of them ended.
             * @example 2026-11-21T09:41:01.325Z
             */
            LastAt: string;
            /**
             * @description Their campaigns.
             * @example [
             *       "campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e"
             *     ]
             */
            CampaignIDs: string[];
            /** @description The latest of the calls. */
            Latest: {
                /**
                 * @description Id of the call.
                 * @example call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1
                 */
                CallID: string;
                /**
                 * @description Id of the job. Ids sort by creation.
                 * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
                 */
                JobID: string;
                /**
                 * @description Id of the campaign.
                 * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
                 */
                CampaignID: string;
            };
        };
        /** @description A variation of a campaign. */
        CampaignVariant: {
            /**
             * @description Id of the variant; jobs can select it.
             * @example variant_a
             */
            ID: string;
            /**
             * @description Its relative weight when a variant is drawn.
             * @default 1
             * @example 1
             */
            Weight: number;
            /**
             * @description Settings that override the campaign's defaults.
             * @default {}
             */
            Overrides: components["schemas"]["JobOverrides"];
        };
        /** @description Something that happened. Events of imports and of campaigns have no `JobID`. */
        Event: {
            /**
             * @description Identifies the event: drop what came before. Webhooks have it in the header `webhook-id`.
             * @example evt_job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_3
             */
            ID: string;
            /**
             * @description When it happened, in unix milliseconds. Strictly increasing for the `job_state_updated` events of a job.
             * @example 1795254061325
             */
            EventTimeMS: number;
            /**
             * @description The organization it belongs to.
             * @example org_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            OrgID: string;
            /**
             * @description Id of the campaign.
             * @example campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            CampaignID: string;
            /**
             * @description Id of the job. Ids sort by creation.
             * @example job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e
             */
            JobID?: string;
            /**
             * @description What happened.
             * @example job_state_updated
             * @enum {string}
             */
            Event: "job_state_updated" | "call_started" | "call_answered" | "call_ended" | "analysis_ready" | "contact_opted_out" | "import_finished" | "campaign_paused" | "campaign_resumed" | "campaign_stopped";
            /**
             * @description Depends on the kind; never personal data.
             * @example {
             *       "State": "completed"
             *     }
             */
            Data: {
                [key: string]: unknown;
            };
            /**
             * @description Whether the job is a test job.
             * @example false
             */
            TestJob: boolean;
        };
    };
    responses: never;
    parameters: {
        /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
        RequestId: string;
        /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the request in the log: the value sent, or a new one. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is in service. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The process is not in service. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getApiDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Identifies this version of the content. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The document matches `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Identifies this version of the content. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /** @description Id of a campaign: the list starts after it. */
                after?: string;
                /** @description Campaigns on the page, from 1 to 100. */
                limit?: number;
                /** @description `true` includes archived campaigns. */
                archived?: boolean;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of campaigns. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The next page, as `rel="next"`, if this page is full. */
                    Link?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignList"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCampaignBody"];
            };
        };
        responses: {
            /** @description The campaign is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The path of the new object. */
                    Location: string;
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignCreated"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `too_many_campaigns`: The organization has reached its campaign limit. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeCampaign: {
        parameters: {
            query?: {
                /** @description `true` changes nothing, and counts how the next calls of the waiting jobs would move: exactly up to 10,000 jobs, by a sample beyond. */
                dry_run?: boolean;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCampaignBody"];
            };
        };
        responses: {
            /** @description The updated campaign. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. `campaign_blocked`: The operator of this service has blocked the campaign. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_changed`: The campaign was changed concurrently. `campaign_state`: The state of the campaign does not allow this. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCampaignStats: {
        parameters: {
            query?: {
                /** @description Limits `Variants` to jobs whose first call was made by this version of the campaign. */
                version?: number;
                /** @description Start of the interval: RFC 3339, or unix milliseconds. Without it the interval begins 24 hours (`bucket=hour`), 182 days (`bucket=week`) or 30 days before its end. It may have 400 days. */
                from?: string;
                /** @description End of the interval, which it excludes: RFC 3339, or unix milliseconds; now if absent. */
                to?: string;
                /** @description Divides the interval into hours, days, or weeks from Monday: 1000 at most. The interval is widened to whole ones. */
                bucket?: "hour" | "day" | "week";
                /** @description Groups the calls. `hour_of_week` is by the clock of `time_zone`, or else of the campaign, and over the whole interval. */
                by?: "outcome" | "variant" | "caller_id" | "attempt" | "hour_of_week";
                /** @description Where days, weeks and hours begin; `UTC` if absent. */
                time_zone?: string;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignStats"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startCampaign: {
        parameters: {
            query?: {
                /** @description `true` changes nothing, and counts how the next calls of the waiting jobs would move: exactly up to 10,000 jobs, by a sample beyond. */
                dry_run?: boolean;
            };
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The campaign after it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. `campaign_blocked`: The operator of this service has blocked the campaign. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `campaign_state`: The state of the campaign does not allow this. `campaign_changed`: The campaign was changed concurrently. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pauseCampaign: {
        parameters: {
            query?: {
                /** @description `true` changes nothing, and counts how the next calls of the waiting jobs would move: exactly up to 10,000 jobs, by a sample beyond. */
                dry_run?: boolean;
            };
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The campaign after it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. `campaign_blocked`: The operator of this service has blocked the campaign. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `campaign_state`: The state of the campaign does not allow this. `campaign_changed`: The campaign was changed concurrently. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeCampaign: {
        parameters: {
            query?: {
                /** @description `true` changes nothing, and counts how the next calls of the waiting jobs would move: exactly up to 10,000 jobs, by a sample beyond. */
                dry_run?: boolean;
            };
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The campaign after it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. `campaign_blocked`: The operator of this service has blocked the campaign. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `campaign_state`: The state of the campaign does not allow this. `campaign_changed`: The campaign was changed concurrently. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopCampaign: {
        parameters: {
            query?: {
                /** @description `true` changes nothing, and counts how the next calls of the waiting jobs would move: exactly up to 10,000 jobs, by a sample beyond. */
                dry_run?: boolean;
            };
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The campaign after it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. `campaign_blocked`: The operator of this service has blocked the campaign. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `campaign_state`: The state of the campaign does not allow this. `campaign_changed`: The campaign was changed concurrently. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    archiveCampaign: {
        parameters: {
            query?: {
                /** @description `true` changes nothing, and counts how the next calls of the waiting jobs would move: exactly up to 10,000 jobs, by a sample beyond. */
                dry_run?: boolean;
            };
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The campaign after it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. `campaign_blocked`: The operator of this service has blocked the campaign. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `campaign_state`: The state of the campaign does not allow this. `campaign_changed`: The campaign was changed concurrently. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetCircuitBreaker: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The campaign after it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `campaign_changed`: The campaign was changed concurrently. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    duplicateCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DuplicateCampaignBody"];
            };
        };
        responses: {
            /** @description The copy is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The path of the new object. */
                    Location: string;
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignCreated"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `too_many_campaigns`: The organization has reached its campaign limit. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCampaignVersions: {
        parameters: {
            query?: {
                /** @description Only versions before this one. */
                before?: number;
                /** @description Versions on the page, from 1 to 100. */
                limit?: number;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The next page, as `rel="next"`, if this page is full. */
                    Link?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignVersionList"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCampaignVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description A version of the campaign, from 1. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignVersion"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `version_not_found`: Version not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    compareCampaignVersions: {
        parameters: {
            query?: {
                /** @description The version to compare with. By default the one before. */
                from?: number;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description A version of the campaign, from 1. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The differences. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignChanges"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `version_not_found`: Version not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollBackCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description A version of the campaign, from 1. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The updated campaign. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `version_not_found`: Version not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `campaign_changed`: The campaign was changed concurrently. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    importJobs: {
        parameters: {
            query?: {
                /** @description `1` validates and plans every row and creates nothing. */
                dry_run?: "0" | "1" | "true" | "false";
                /** @description What to do with a valid row whose number is in an earlier valid row of the file, or has an open job in the campaign: `keep` (default) makes a job as for any row, `skip` makes none, `fail` makes one that fails with `invalid_configuration`. */
                on_duplicate?: "keep" | "skip" | "fail";
                /** @description The country of numbers without a country code (`4155551002`), ISO 3166-1 alpha-2. The `DefaultCountry` of the campaign if absent; without either, such a row is invalid. */
                default_country?: string;
            };
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        /** @description One file in the part `file`. CSV: the first row names fields of CreateJobBody, of which optional ones may be omitted; objects and arrays are JSON cells. NDJSON: one CreateJobBody per line. Numbers may have punctuation, and with a `default_country` or a `DefaultCountry` of the campaign lack their country code; a dry run lists what they are read as. */
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file, at most 10 MB, as `text/csv` or `application/x-ndjson`.
                     * @example ContactPhoneNumber,ContactName,Metadata,Data
                     *     +14155550123,Ada Lovelace,"{""CustomerID"":""c-4711""}","{""FirstName"":""Ada""}"
                     *     +358401234567,Linus,,
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description With `dry_run=1`: the result that an import would have. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The file is stored; its jobs are created in the background. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The path of the new object. */
                    Location: string;
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportCreated"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_upload`: The upload is invalid. `invalid_file`: The file cannot be imported. `invalid_rows`: The file contains invalid rows. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. `organization_blocked`: The operator of this service has blocked the organization. `campaign_blocked`: The operator of this service has blocked the campaign. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `campaign_state`: The state of the campaign does not allow this. `too_many_open_jobs`: The organization has reached its limit of open jobs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `file_too_large`: The file is too large. `too_many_rows`: The file has too many rows. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_upload`: The format of the upload is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. `validation_too_long`: The file takes too long to validate. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. `uploads_busy`: Too many uploads are in progress. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Id of an import: the list starts after it. */
                after?: string;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of imports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportList"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the import. */
                importID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `import_not_found`: Import not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listImportErrors: {
        parameters: {
            query?: {
                /** @description Number of a row: the list starts after it. */
                after?: number;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the import. */
                importID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The errors. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportErrors"];
                    "text/csv": string;
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `import_not_found`: Import not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_acceptable`: None of the accepted media types is available. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_downloads`: Too many downloads are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelImport: {
        parameters: {
            query?: {
                /** @description `1` also cancels the jobs that were created. */
                jobs?: "0" | "1" | "true" | "false";
            };
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the import. */
                importID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description Cancellation requested. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `import_not_found`: Import not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `import_not_running`: The import is not running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Jobs in this state; repeat the parameter for several states. */
                state?: ("created" | "scheduled" | "calling" | "completed" | "failed" | "canceled" | "deleting" | "deleted")[];
                /** @description `true`: only test jobs; `false`: all other jobs. */
                test?: boolean;
                /** @description Jobs created by this import. */
                import_id?: string;
                /** @description Jobs created at that instant or later: RFC 3339, or unix milliseconds. */
                created_after?: string;
                /** @description Jobs created before that instant: RFC 3339, or unix milliseconds. */
                created_before?: string;
                /** @description Id of a job of this campaign: the list starts after it, in either order. With `by_time` and `before_ms`, a job that was updated later than `before_ms` counts as listed at that instant. */
                after?: string;
                /** @description `true` lists the most recently updated first. */
                by_time?: boolean;
                /** @description With by_time: list from this instant backwards, inclusive, in unix milliseconds. Has no effect without by_time. */
                before_ms?: number;
                /** @description Maximum number of jobs in the response. JSON never holds more than 100; an export without a limit holds all. */
                limit?: number;
                /** @description For exports: `import` writes only the fields that a bulk import accepts, so that the file can be uploaded again. */
                fields?: "all" | "import";
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs, or all matching jobs as a file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The next page, as `rel="next"`, if this page is full. */
                    Link?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobsList"];
                    "application/x-ndjson": components["schemas"]["ExportedJob"];
                    "text/csv": string;
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_acceptable`: None of the accepted media types is available. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_downloads`: Too many downloads are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateJobBody"];
            };
        };
        responses: {
            /** @description The job is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The path of the new object. */
                    Location: string;
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobCreated"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. `organization_blocked`: The operator of this service has blocked the organization. `campaign_blocked`: The operator of this service has blocked the campaign. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `campaign_state`: The state of the campaign does not allow this. `too_many_open_jobs`: The organization has reached its limit of open jobs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchJobs: {
        parameters: {
            query: {
                /** @description Id of a job, or a phone number in E.164 format. */
                search: string;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to 100 jobs, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobsList"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: {
                /** @description `1` includes the analytics events. */
                events?: string;
                /** @description Only calls before this attempt (the number at the end of a call ID), for jobs whose calls do not fit into one response. */
                calls_before?: number;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `job_not_found`: Job not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job is being deleted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobAnswer"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `job_not_found`: Job not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description Cancellation requested; the job is canceled shortly. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobAnswer"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `job_not_found`: Job not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `job_not_running`: The job is not running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rescheduleJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RescheduleJobBody"];
            };
        };
        responses: {
            /** @description The next call is rescheduled. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobAnswer"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. `not_scheduled`: The job is not scheduled. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `job_not_found`: Job not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. `engine_unavailable`: The workflow engine is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateJobBody"];
            };
        };
        responses: {
            /** @description The job is updated. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobAnswer"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `job_not_found`: Job not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `job_not_running`: The job is not running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. `engine_unavailable`: The workflow engine is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    analyzeJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The analysis is requested. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobAnswer"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `job_not_found`: Job not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `nothing_to_analyze`: There is nothing to analyze. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    correctJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectJobBody"];
            };
        };
        responses: {
            /** @description The corrections of the job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobCorrections"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `job_not_found`: Job not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `nothing_to_analyze`: There is nothing to analyze. `corrections_changed`: The corrections were changed concurrently. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `checks_too_slow`: Checks of values took too long. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBulkActions: {
        parameters: {
            query?: {
                /** @description Id of a bulk action: the list starts after it. */
                after?: string;
                /** @description Bulk actions on the page, from 1 to 100. */
                limit?: number;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of bulk actions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The next page, as `rel="next"`, if this page is full. */
                    Link?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionList"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBulkAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBulkActionBody"];
            };
        };
        responses: {
            /** @description With `DryRun`: what the action would be about. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkDryRun"];
                };
            };
            /** @description The action is stored; it works in the background. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The path of the new object. */
                    Location: string;
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionCreated"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. `organization_blocked`: The operator of this service has blocked the organization. `campaign_blocked`: The operator of this service has blocked the campaign. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `campaign_state`: The state of the campaign does not allow this. `too_many_open_jobs`: The organization has reached its limit of open jobs. `too_many_bulk_actions`: The organization has reached its limit of running bulk actions. `nothing_to_analyze`: There is nothing to analyze. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBulkAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the bulk action. */
                bulkActionID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bulk action. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAction"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `bulk_action_not_found`: Bulk action not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelBulkAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the bulk action. */
                bulkActionID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description Its end is requested; it stops shortly. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionAnswer"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `bulk_action_not_found`: Bulk action not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `bulk_action_not_running`: The bulk action is not running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSchedule: {
        parameters: {
            query?: {
                /** @description How many calls to forecast, from 0 to 50. Defaults to 5. */
                attempts?: number;
                /** @description The assumed outcome of each future call. */
                assume?: "assistant_error" | "assistant_hung_up" | "contact_hung_up" | "contact_busy" | "contact_did_not_answer" | "call_timeout" | "conversation_complete" | "call_dropped" | "user_refusal" | "left_voicemail" | "abandoned_answering_machine" | "wrong_contact" | "no_answer" | "other_unsuccessful";
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleExplanation"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `job_not_found`: Job not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewSchedule: {
        parameters: {
            query?: {
                /** @description How many calls to forecast, from 0 to 50. Defaults to 5. */
                attempts?: number;
                /** @description The assumed outcome of each future call. */
                assume?: "assistant_error" | "assistant_hung_up" | "contact_hung_up" | "contact_busy" | "contact_did_not_answer" | "call_timeout" | "conversation_complete" | "call_dropped" | "user_refusal" | "left_voicemail" | "abandoned_answering_machine" | "wrong_contact" | "no_answer" | "other_unsuccessful";
                /** @description The assumed creation time of the job, in unix milliseconds. Defaults to now. */
                now_ms?: number;
            };
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateJobBody"];
            };
        };
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleExplanation"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. `organization_blocked`: The operator of this service has blocked the organization. `campaign_blocked`: The operator of this service has blocked the campaign. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `campaign_state`: The state of the campaign does not allow this. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listenToBot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
                /** @description Id of the call. */
                callID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audio follows. */
            101: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `call_not_found`: Call not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `call_not_active`: The call is not active. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upgrade_required`: The path accepts only WebSocket connections. */
            426: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The protocol to use. */
                    Upgrade: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. `audio_unavailable`: The audio of the call is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listenToUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
                /** @description Id of the call. */
                callID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audio follows. */
            101: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `call_not_found`: Call not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `call_not_active`: The call is not active. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upgrade_required`: The path accepts only WebSocket connections. */
            426: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The protocol to use. */
                    Upgrade: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. `audio_unavailable`: The audio of the call is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCalls: {
        parameters: {
            query?: {
                /** @description Only calls in this state: `active` are those that were answered. */
                state?: "creating" | "active";
                /** @description Id of a job: the list starts after its call. Pass `NextAfter` of the previous page. */
                after?: string;
                /** @description Calls on the page, from 1 to 100. */
                limit?: number;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of calls. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The next page, as `rel="next"`, if this page is full. */
                    Link?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunningCalls"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
                /** @description Id of the call. */
                callID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StopCallBody"];
            };
        };
        responses: {
            /** @description The call is being ended. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallStopped"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `call_not_found`: Call not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `call_not_active`: The call is not active. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateTwilioCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of the organization, or the `accountSid` of the `start` message. */
                accountSID: string;
                /** @description The `callSid` of the `start` message. */
                callSID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["UpdateTwilioCallForm"];
            };
        };
        responses: {
            /** @description The call is being ended, or has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TwilioCall"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `call_not_found`: Call not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInputRecording: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
                /** @description Id of the call. */
                callID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Identifies this version of the content. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description Range requests are supported. */
                    "Accept-Ranges": string;
                    /** @description A name for the file. */
                    "Content-Disposition": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": string;
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Identifies this version of the content. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description Range requests are supported. */
                    "Accept-Ranges": string;
                    /** @description A name for the file. */
                    "Content-Disposition": string;
                    /** @description The part of the file in this response. */
                    "Content-Range": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": string;
                };
            };
            /** @description The file matches `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Identifies this version of the content. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description Range requests are supported. */
                    "Accept-Ranges": string;
                    /** @description A name for the file. */
                    "Content-Disposition": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `call_not_found`: Call not found. `recording_not_found`: Recording not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `range_not_satisfiable`: The requested range is not satisfiable. */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The part of the file in this response. */
                    "Content-Range": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_downloads`: Too many downloads are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOutputRecording: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
                /** @description Id of the call. */
                callID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Identifies this version of the content. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description Range requests are supported. */
                    "Accept-Ranges": string;
                    /** @description A name for the file. */
                    "Content-Disposition": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": string;
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Identifies this version of the content. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description Range requests are supported. */
                    "Accept-Ranges": string;
                    /** @description A name for the file. */
                    "Content-Disposition": string;
                    /** @description The part of the file in this response. */
                    "Content-Range": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": string;
                };
            };
            /** @description The file matches `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Identifies this version of the content. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description Range requests are supported. */
                    "Accept-Ranges": string;
                    /** @description A name for the file. */
                    "Content-Disposition": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `call_not_found`: Call not found. `recording_not_found`: Recording not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `range_not_satisfiable`: The requested range is not satisfiable. */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The part of the file in this response. */
                    "Content-Range": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_downloads`: Too many downloads are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMergedRecording: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
                /** @description Id of the call. */
                callID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Identifies this version of the content. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description Range requests are supported. */
                    "Accept-Ranges": string;
                    /** @description A name for the file. */
                    "Content-Disposition": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": string;
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Identifies this version of the content. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description Range requests are supported. */
                    "Accept-Ranges": string;
                    /** @description A name for the file. */
                    "Content-Disposition": string;
                    /** @description The part of the file in this response. */
                    "Content-Range": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": string;
                };
            };
            /** @description The file matches `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Identifies this version of the content. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description Range requests are supported. */
                    "Accept-Ranges": string;
                    /** @description A name for the file. */
                    "Content-Disposition": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `call_not_found`: Call not found. `recording_not_found`: Recording not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `range_not_satisfiable`: The requested range is not satisfiable. */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The part of the file in this response. */
                    "Content-Range": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_downloads`: Too many downloads are in progress. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createAudioTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
                /** @description Id of the call. */
                callID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAudioTicketBody"];
            };
        };
        responses: {
            /** @description The ticket. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `call_not_found`: Call not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createRecordingTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description Id of the job. Ids sort by creation. */
                jobID: string;
                /** @description Id of the call. */
                callID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRecordingTicketBody"];
            };
        };
        responses: {
            /** @description The ticket. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `call_not_found`: Call not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /** @description Only entries with this reason. */
                reason?: "opted_out" | "user_refusal" | "complaint" | "legal" | "invalid_number" | "wrong_contact" | "other";
                /** @description The `NextAfter` of the previous page. */
                after?: string;
                /** @description Entries on the page, from 1 to 100. */
                limit?: number;
                /** @description Only entries of this campaign. Without it, those of the organization and of every campaign. */
                campaign?: string;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The next page, as `rel="next"`, if this page is full. */
                    Link?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionList"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addSuppression: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddSuppressionBody"];
            };
        };
        responses: {
            /** @description The number was suppressed already; the entry that holds longer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionAdded"];
                };
            };
            /** @description The number is suppressed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionAdded"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    uploadSuppressions: {
        parameters: {
            query?: {
                /** @description The reason of rows that give none. `opted_out` if absent. */
                reason?: "opted_out" | "user_refusal" | "complaint" | "legal" | "invalid_number" | "wrong_contact" | "other";
                /** @description The country of numbers without a country code (`4155551002`), ISO 3166-1 alpha-2. For a campaign, its `DefaultCountry` if absent; without either, such a row is refused. */
                default_country?: string;
            };
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description One CSV file in the part `file`. The first row names the columns: PhoneNumber and, optionally, Reason, Note and Until. */
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file, at most 10 MB, as `text/csv`.
                     * @example PhoneNumber,Reason,Note,Until
                     *     +14155550199,complaint,Case 4711,
                     *     +358401234599,,,2027-01-31T00:00:00Z
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description What became of the rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionUpload"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_upload`: The upload is invalid. `invalid_file`: The file cannot be imported. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `file_too_large`: The file is too large. `too_many_rows`: The file has too many rows. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_upload`: The format of the upload is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. `uploads_busy`: Too many uploads are in progress. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSuppression: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The number, E.164. */
                phoneNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_phone_number`: The phone number in the path is not an E.164 number such as "+14155550123". */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `suppression_not_found`: The number is not suppressed here. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeSuppression: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The number, E.164. */
                phoneNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number is not suppressed here. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionRemoved"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_phone_number`: The phone number in the path is not an E.164 number such as "+14155550123". */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCampaignSuppressions: {
        parameters: {
            query?: {
                /** @description Only entries with this reason. */
                reason?: "opted_out" | "user_refusal" | "complaint" | "legal" | "invalid_number" | "wrong_contact" | "other";
                /** @description The `NextAfter` of the previous page. */
                after?: string;
                /** @description Entries on the page, from 1 to 100. */
                limit?: number;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The next page, as `rel="next"`, if this page is full. */
                    Link?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionList"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addCampaignSuppression: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddSuppressionBody"];
            };
        };
        responses: {
            /** @description The number was suppressed already; the entry that holds longer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionAdded"];
                };
            };
            /** @description The number is suppressed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionAdded"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    uploadCampaignSuppressions: {
        parameters: {
            query?: {
                /** @description The reason of rows that give none. `opted_out` if absent. */
                reason?: "opted_out" | "user_refusal" | "complaint" | "legal" | "invalid_number" | "wrong_contact" | "other";
                /** @description The country of numbers without a country code (`4155551002`), ISO 3166-1 alpha-2. For a campaign, its `DefaultCountry` if absent; without either, such a row is refused. */
                default_country?: string;
            };
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
            };
            cookie?: never;
        };
        /** @description One CSV file in the part `file`. The first row names the columns: PhoneNumber and, optionally, Reason, Note and Until. */
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file, at most 10 MB, as `text/csv`.
                     * @example PhoneNumber,Reason,Note,Until
                     *     +14155550199,complaint,Case 4711,
                     *     +358401234599,,,2027-01-31T00:00:00Z
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description What became of the rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionUpload"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_upload`: The upload is invalid. `invalid_file`: The file cannot be imported. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `file_too_large`: The file is too large. `too_many_rows`: The file has too many rows. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_upload`: The format of the upload is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. `uploads_busy`: Too many uploads are in progress. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCampaignSuppression: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description The number, E.164. */
                phoneNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_phone_number`: The phone number in the path is not an E.164 number such as "+14155550123". */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. `suppression_not_found`: The number is not suppressed here. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeCampaignSuppression: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the campaign. */
                campaignID: string;
                /** @description The number, E.164. */
                phoneNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number is not suppressed here. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionRemoved"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_phone_number`: The phone number in the path is not an E.164 number such as "+14155550123". */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getNumber: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The number, E.164. */
                phoneNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is known of the number. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NumberRecord"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_phone_number`: The phone number in the path is not an E.164 number such as "+14155550123". */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    eraseNumber: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The number, E.164. */
                phoneNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs are being deleted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NumberErased"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_phone_number`: The phone number in the path is not an E.164 number such as "+14155550123". */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeOrganizationBody"];
            };
        };
        responses: {
            /** @description The updated organization. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. `organization_blocked`: The operator of this service has blocked the organization. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Events of this campaign; repeat the parameter for several campaigns. */
                campaign?: string[];
                /** @description Events of this job; repeat the parameter for several jobs. */
                job?: string[];
                /** @description Events of this kind; repeat the parameter for several kinds. */
                kind?: ("job_state_updated" | "call_started" | "call_answered" | "call_ended" | "analysis_ready" | "contact_opted_out" | "import_finished" | "campaign_paused" | "campaign_resumed" | "campaign_stopped")[];
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, until either side ends the stream. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["EventStream"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `campaign_not_found`: Campaign not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_streams`: Too many event streams are open. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    registerWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterWebhookBody"];
            };
        };
        responses: {
            /** @description The webhook is registered. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The path of the new object. */
                    Location: string;
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRegistered"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `too_many_webhooks`: The organization has reached its webhook limit. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the webhook. */
                webhookID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_not_found`: Webhook not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the webhook. */
                webhookID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook did not exist. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description The webhook is deleted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the webhook. */
                webhookID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeWebhookBody"];
            };
        };
        responses: {
            /** @description The updated webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_not_found`: Webhook not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_changed`: The webhook was changed concurrently. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the webhook. */
                webhookID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretRotated"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_not_found`: Webhook not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `webhook_changed`: The webhook was changed concurrently. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the webhook. */
                webhookID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The event is being delivered. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestEventSent"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_not_found`: Webhook not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `webhook_disabled`: The webhook is disabled. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_redeliveries`: The organization has repeated too many deliveries. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this state. */
                state?: "pending" | "delivered" | "exhausted" | "discarded";
                /** @description Only deliveries of this job. */
                job?: string;
                /** @description Id of a delivery: the list starts after it. */
                after?: string;
                /** @description Deliveries on the page, from 1 to 100. */
                limit?: number;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the webhook. */
                webhookID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The next page, as `rel="next"`, if this page is full. */
                    Link?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveries"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_not_found`: Webhook not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this state. */
                state?: "pending" | "delivered" | "exhausted" | "discarded";
                /** @description Only deliveries of this job. */
                job?: string;
                /** @description Id of a delivery: the list starts after it. */
                after?: string;
                /** @description Deliveries on the page, from 1 to 100. */
                limit?: number;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The next page, as `rel="next"`, if this page is full. */
                    Link?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveries"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the webhook. */
                webhookID: string;
                /** @description Id of the delivery. */
                deliveryID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `delivery_not_found`: Delivery not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the webhook. */
                webhookID: string;
                /** @description Id of the delivery. */
                deliveryID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The delivery is scheduled again. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redelivery"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `delivery_not_found`: Delivery not found. `webhook_not_found`: Webhook not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `webhook_disabled`: The webhook is disabled. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_redeliveries`: The organization has repeated too many deliveries. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeliverWebhookDeliveries: {
        parameters: {
            query: {
                /** @description Deliveries created at that instant or later, at most 30 days ago: RFC 3339, or unix milliseconds. */
                since: string;
                /** @description Deliveries created before that instant. Defaults to now. */
                until?: string;
                /** @description Only deliveries in this state. By default those that did not arrive: exhausted and discarded. */
                state?: "delivered" | "exhausted" | "discarded";
            };
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the webhook. */
                webhookID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description What is redelivered. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redeliveries"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_not_found`: Webhook not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `webhook_disabled`: The webhook is disabled. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_redeliveries`: The organization has repeated too many deliveries. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Id of a key: the list starts after it. */
                after?: string;
                /** @description Keys on the page, from 1 to 100. */
                limit?: number;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The next page, as `rel="next"`, if this page is full. */
                    Link?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyBody"];
            };
        };
        responses: {
            /** @description The key is created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The path of the new object. */
                    Location: string;
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. `too_many_api_keys`: The organization has reached its API key limit. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: {
                /** @description `true` also revokes the keys that it created, and those that they created. */
                descendants?: boolean;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the API key. */
                keyID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyRevoked"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_not_found`: API key not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Only entries with this action. */
                action?: "job.created" | "job.updated" | "job.rescheduled" | "job.canceled" | "job.analysis_requested" | "job.corrected" | "job.deletion_requested" | "job.erased" | "jobs.exported" | "import.created" | "import.canceled" | "bulk_action.created" | "bulk_action.canceled" | "call.stopped" | "call.listened" | "recording.downloaded" | "campaign.created" | "campaign.changed" | "circuit_breaker.opened" | "circuit_breaker.closed" | "circuit_breaker.reset" | "suppression.added" | "suppression.removed" | "suppressions.uploaded" | "organization.changed" | "organization.policy_changed" | "api_key.created" | "api_key.revoked" | "api_key.refused" | "session.created" | "session.ended" | "sign_in_ticket.created" | "webhook.created" | "webhook.changed" | "webhook.deleted" | "webhook.secret_rotated" | "webhook.tested" | "webhook.redelivered";
                /** @description Only actions of this API key. */
                key?: string;
                /** @description Only actions in this campaign. */
                campaign?: string;
                /** @description Only actions on this job. */
                job?: string;
                /** @description Entries from that instant on: RFC 3339, or unix milliseconds. */
                since?: string;
                /** @description Entries up to that instant: RFC 3339, or unix milliseconds. */
                until?: string;
                /** @description Id of an entry: the list starts after it. */
                after?: string;
                /** @description Entries on the page, from 1 to 100. */
                limit?: number;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The browser is signed in. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The cookie of the session. */
                    "Set-Cookie": string;
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. `https_required`: The service accepts sessions over https only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_not_found`: API key not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The cookie of the session. */
                    "Set-Cookie": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionEnded"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session_not_found`: The request carries no session. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who makes the request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_not_found`: API key not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSignInTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request after a lost response: 1 to 255 printable ASCII characters without spaces. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The ticket. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
                    "Idempotent-Replayed"?: string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInTicket"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. `invalid_body`: The request body is invalid. `malformed_json`: The request body is not valid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_not_found`: API key not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: The first request with this Idempotency-Key is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_reply_erased`: The job of the first request with this Idempotency-Key was erased. `idempotency_secret_not_stored`: The first response with this Idempotency-Key contained a secret, which is not stored. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The request body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The request body must be JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for a different request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWorkers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workers"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTrunks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trunks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trunks"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOverdue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is overdue. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overdue"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFailures: {
        parameters: {
            query?: {
                /** @description Calls that ended since then: RFC 3339, or unix milliseconds; the last 24 hours if absent. */
                from?: string;
            };
            header?: {
                /** @description Identifies the request in the log: 1 to 64 letters, digits, `_` and `-`. A missing or other value is replaced by a new one. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The failures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit?: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failures"];
                };
            };
            /** @description `malformed_request`: The request is malformed. `invalid_query`: The query parameters are invalid. `invalid_header`: A request header is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthenticated`: A valid API key is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How to authenticate. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The API key does not permit this operation. `cross_site_request`: The session serves the pages of this service only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    /** @description The remaining quota of each limit, and seconds until it resets (IETF draft). */
                    RateLimit: string;
                    /** @description The limits: requests per window, in seconds (IETF draft). */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: An internal error occurred. `key_unavailable`: The configured keys cannot decrypt the stored data. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store_unavailable`: The database is unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Seconds to wait before retrying. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    jobStateUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same on every retry and redelivery. Process each id once. */
                "webhook-id": string;
                /** @description When this attempt was signed, in unix seconds. */
                "webhook-timestamp": string;
                /** @description HMAC-SHA256 of `id.timestamp.body` with the secret, as `v1,<base64>`; several, separated by spaces, after a rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobStateUpdatedEvent"];
            };
        };
        responses: {
            /** @description The receiver is gone: with DisableOnGone, the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was accepted; the response body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again. `Retry-After` may lengthen the delay, up to 6 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    otherEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the event: the same on every retry and redelivery. Process each id once. */
                "webhook-id": string;
                /** @description When this attempt was signed, in unix seconds. */
                "webhook-timestamp": string;
                /** @description HMAC-SHA256 of `id.timestamp.body` with the secret, as `v1,<base64>`; several, separated by spaces, after a rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OtherEvent"];
            };
        };
        responses: {
            /** @description The receiver is gone: with DisableOnGone, the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was accepted; the response body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again. `Retry-After` may lengthen the delay, up to 6 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
