import io.temporal.testserver.TestServer;

/** Temporal's time-skipping test server. It exits with the process that started it, even when that process is killed. */
public final class OutdialTestServer {
    public static void main(String[] args) throws Exception {
        ProcessHandle.current().parent()
            .ifPresent(parent -> parent.onExit().thenRun(() -> Runtime.getRuntime().halt(0)));
        TestServer.main(args);
    }
}
