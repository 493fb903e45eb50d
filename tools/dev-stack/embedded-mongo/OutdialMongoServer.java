import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.h2.mvstore.MVStore;

/**
 * The embedded MongoDB-wire server of the local stack.
 *
 * <p>{@code OutdialMongoServer PORT FILE} stores its data in FILE, {@code OutdialMongoServer PORT --memory} stores it in
 * memory. It listens on the loopback address only and prints "ready PORT" once. It exits when its standard input closes:
 * the process that started it holds that pipe, so the server never outlives it.
 */
public final class OutdialMongoServer {
    /** The library reports wire version 8; current drivers reject every version below 9. */
    private static final MongoVersion VERSION = new MongoVersion() {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(5, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return 13;
        }
    };

    /** 100,000 jobs and their calls: what is not in memory is read from the file and decoded, a page at a time. */
    private static final int CACHE_MB = 256;
    /**
     * A write waits for its commit in the thread of its connection, and so do other connections of the same thread: as many
     * threads as there may be connections. They start with the connections.
     */
    private static final int CONNECTION_THREADS = 256;

    /** Of the only store of the process. Backend and databases need it in the constructors of their base classes. */
    private static Committer committer;

    static Committer committer() {
        return committer;
    }

    public static void main(String[] args) throws IOException {
        try {
            serve(Integer.parseInt(args[0]), args[1]);
        } catch (Exception broken) {
            // A busy port (an IOException that nothing declares) or a locked file. Threads that have started would keep the process alive.
            System.err.println("Cannot serve: " + broken.getMessage());
            Runtime.getRuntime().halt(1);
        }
        while (System.in.read() >= 0) {
            // The pipe carries no data; only its end matters.
        }
        System.exit(0);
    }

    private static void serve(int port, String file) {
        MVStore store = file.equals("--memory") ? MVStore.open(null) : openFile(file);
        committer = new Committer(store);
        MongoServer server = new MongoServer(new DurableBackend(store).version(VERSION));
        // A shutdown hook, because the server's own shutdown waits for idle clients to disconnect.
        Runtime.getRuntime().addShutdownHook(new Thread(committer::close));
        Thread committing = new Thread(committer, "committer");
        committing.setDaemon(true);
        committing.start();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1, CONNECTION_THREADS);
        System.out.println("ready " + server.getLocalAddress().getPort());
    }

    /** H2 must not commit on its own: its background thread could save half of an operation (see Committer). */
    private static MVStore openFile(String file) {
        MVStore store = new MVStore.Builder().fileName(file).autoCommitDisabled().autoCommitBufferSize(0).cacheSize(CACHE_MB).open();
        store.setRetentionTime(Committer.RETENTION_MS);
        return store;
    }

    /**
     * Acknowledges a write only after it has been written to the file, so that a killed process loses no acknowledged
     * write. The guarantee that a phone rings at most once relies on this.
     */
    private static final class DurableBackend extends H2Backend {
        private static final Set<String> WRITES = Set.of("insert", "update", "delete", "findandmodify");
        private static final Set<String> SCHEMA_CHANGES =
            Set.of("create", "createindexes", "drop", "dropindexes", "dropdatabase", "renamecollection");

        /** Commands that change nothing, unless they are pipelines with a stage that writes. */
        private static final Set<String> READS =
            Set.of("find", "getmore", "count", "distinct", "aggregate", "ping", "hello", "ismaster");
        private static final Set<String> WRITING_STAGES = Set.of("$out", "$merge");

        DurableBackend(MVStore store) {
            super(store);
        }

        @Override
        protected MongoDatabase openOrCreateDatabase(String name) {
            return new IndexedDatabase(name, getCursorRegistry());
        }

        @Override
        public Document handleCommand(Channel channel, String database, String command, Document query) {
            String name = command.toLowerCase(Locale.ROOT);
            Supplier<Document> run = () -> super.handleCommand(channel, database, command, query);
            boolean pipelineWrites = hasWritingStage(query);
            if (READS.contains(name) && !pipelineWrites) {
                return committer.read(() -> IndexedDatabase.withMatch(command, query, run));
            }
            Document reply = SCHEMA_CHANGES.contains(name) ? committer.changeSchema(run) : committer.keepVersion(run);
            if (WRITES.contains(name) || SCHEMA_CHANGES.contains(name) || pipelineWrites) {
                committer.save(committer.takeTicket());
            }
            return reply;
        }

        private static boolean hasWritingStage(Document query) {
            return query.get("pipeline") instanceof List<?> stages
                && stages.stream().anyMatch(stage -> stage instanceof Document named
                    && !Collections.disjoint(named.keySet(), WRITING_STAGES));
        }
    }
}
