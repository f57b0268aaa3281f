"""Failures of clients of brokers."""

import asyncio
import contextlib
import time

from clients import CLOSED, client


@client("pika", "rabbitmq")
def of_pika(server, fails):
    import pika
    import pika.exceptions

    def connect(port=server.port, user="guest", password="guest", host="/"):
        credentials = pika.PlainCredentials(user, password)
        return pika.BlockingConnection(pika.ConnectionParameters("127.0.0.1", port, host, credentials, heartbeat=0))

    def with_channel(*actions):
        one = connect()
        try:
            channel = one.channel()
            for action in actions:
                action(channel)
        finally:
            with contextlib.suppress(Exception):
                one.close()

    def consumed(channel):
        method, _, _ = channel.basic_get("q")
        channel.basic_ack(method.delivery_tag)
        channel.basic_ack(method.delivery_tag)
        channel.basic_get("q")

    def owned_by_another():
        with connect() as one:
            one.channel().queue_declare("own", exclusive=True)
            with_channel(lambda channel: channel.queue_declare("own", passive=True))

    full = {"x-max-length": 0, "x-overflow": "reject-publish"}
    with_channel(lambda channel: channel.queue_declare("q"), lambda channel: channel.basic_publish("", "q", b"x"))
    fails("no such queue", lambda: with_channel(lambda channel: channel.queue_declare("missing", passive=True)))
    fails("other settings", lambda: with_channel(lambda channel: channel.queue_declare("q", durable=True)))
    fails("queue of another", owned_by_another)
    fails("acknowledged twice", lambda: with_channel(consumed))
    fails("no such exchange", lambda: with_channel(lambda channel: channel.confirm_delivery(), lambda channel: channel.basic_publish("missing", "x", b"x")))
    fails("no route", lambda: with_channel(lambda channel: channel.confirm_delivery(), lambda channel: channel.basic_publish("", "missing", b"x", mandatory=True)))
    fails(
        "queue full",
        lambda: with_channel(
            lambda channel: channel.queue_declare("full", arguments=full),
            lambda channel: channel.confirm_delivery(),
            lambda channel: channel.basic_publish("", "full", b"x"),
        ),
    )
    fails("message too large", lambda: with_channel(lambda channel: channel.confirm_delivery(), lambda channel: channel.basic_publish("", "q", bytes(200000))))
    fails("wrong argument", lambda: with_channel(lambda channel: channel.queue_declare("ttl", arguments={"x-message-ttl": -1})))
    fails("channel closed by the program", lambda: with_channel(lambda channel: channel.close(), lambda channel: channel.queue_declare("q")))
    fails("wrong password", lambda: connect(password="wrong"))
    fails("no such virtual host", lambda: connect(host="missing"))
    fails("refused", lambda: connect(port=CLOSED))


@client("aio-pika", "rabbitmq")
async def of_aio_pika(server, fails):
    import aio_pika

    async def channel(action, port=server.port, password="guest", host="/"):
        one = await aio_pika.connect(host="127.0.0.1", port=port, login="guest", password=password, virtualhost=host, timeout=10)
        async with one:
            return await action(await one.channel(on_return_raises=True))

    async def publish(channel, key, body=b"x", exchange=""):
        to = await channel.get_exchange(exchange) if exchange else channel.default_exchange
        await to.publish(aio_pika.Message(body), key, timeout=5)

    async def full(channel):
        await channel.declare_queue("full2", arguments={"x-max-length": 0, "x-overflow": "reject-publish"}, auto_delete=True)
        await publish(channel, "full2")

    await channel(lambda channel: channel.declare_queue("q2", auto_delete=False))
    await fails.later("no such queue", channel(lambda channel: channel.declare_queue("missing", passive=True)))
    await fails.later("other settings", channel(lambda channel: channel.declare_queue("q2", durable=True)))
    await fails.later("no such exchange", channel(lambda channel: publish(channel, "x", exchange="missing")))
    await fails.later("no route", channel(lambda channel: publish(channel, "missing")))
    await fails.later("queue full", channel(full))
    await fails.later("message too large", channel(lambda channel: publish(channel, "q2", bytes(200000))))
    await fails.later("wrong password", channel(publish, password="wrong"))
    await fails.later("no such virtual host", channel(publish, host="missing"))
    await fails.later("refused", channel(publish, port=CLOSED))


@client("kombu", "rabbitmq")
def of_kombu(server, fails):
    import kombu

    def connect(port=server.port, password="guest", host="/"):
        return kombu.Connection(f"amqp://guest:{password}@127.0.0.1:{port}/{host}", connect_timeout=5)

    def declare(name, **more):
        with connect() as one:
            kombu.Queue(name, channel=one.channel(), **more).queue_declare(passive=more.get("no_declare", False))

    def durable():
        with connect() as one:
            one.channel().queue_declare("q3", durable=False, auto_delete=False)
            one.channel().queue_declare("q3", durable=True)

    def missing():
        with connect() as one:
            one.channel().queue_declare("missing", passive=True)

    fails("no such queue", missing)
    fails("other settings", durable)
    fails("wrong password", lambda: connect(password="wrong").connect())
    fails("no such virtual host", lambda: connect(host="missing").connect())
    fails("refused", lambda: connect(port=CLOSED).connect())
    fails("refused, asked again", lambda: connect(port=CLOSED).ensure_connection(max_retries=1, interval_start=0, interval_step=0))
    fails("no such transport", lambda: kombu.Connection("missing://").connect())


@client("nats-py", "nats")
async def of_nats(server, fails):
    import nats
    import nats.js.api

    async def quiet(_):
        pass

    async def connect(user="shop", password="right", port=server.port, **more):
        return await nats.connect(
            f"nats://127.0.0.1:{port}", user=user, password=password, connect_timeout=5, max_reconnect_attempts=1, reconnect_time_wait=0, allow_reconnect=False, error_cb=quiet, **more
        )

    one = await connect()
    jetstream = one.jetstream(timeout=1)
    await jetstream.add_stream(name="orders", subjects=["orders.*"], max_msgs=1, discard=nats.js.api.DiscardPolicy.NEW, storage="memory")

    async def silent(_):
        pass

    async def twice():
        await jetstream.add_stream(name="acks", subjects=["acks"], storage="memory")
        await jetstream.publish("acks", b"x")
        message = (await (await jetstream.pull_subscribe("acks", "worker")).fetch(1))[0]
        await message.ack()
        await message.ack()

    async def closed():
        two = await connect()
        await two.close()
        await two.publish("x", b"")

    await one.subscribe("silent", cb=silent)
    await one.flush()
    await fails.later("no responders", one.request("nobody", b"", timeout=1))
    await fails.later("no answer in time", one.request("silent", b"", timeout=0.2))
    await fails.later("no stream", jetstream.publish("nobody", b""))
    await fails.later("no such stream", jetstream.stream_info("missing"))
    await fails.later("no such consumer", jetstream.consumer_info("orders", "missing"))
    await fails.later("stream with other settings", jetstream.add_stream(name="orders", subjects=["others"]))
    await fails.later("wrong last sequence", jetstream.publish("orders.a", b"", headers={"Nats-Expected-Last-Sequence": "9"}))
    await jetstream.publish("orders.a", b"")
    await fails.later("stream full", jetstream.publish("orders.b", b""))
    await fails.later("message too large", one.publish("x", bytes(2000)))
    await fails.later("acknowledged twice", twice())
    await fails.later("wrong subject", one.publish("", b""))
    await fails.later("wrong password", connect(password="wrong"))
    await fails.later("refused", connect(port=CLOSED))
    await fails.later("closed by the program", closed())
    await one.close()


@client("paho-mqtt", "mosquitto")
def of_paho(server, fails):
    import paho.mqtt.client as mqtt

    def make():
        return mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)

    fails("refused", lambda: make().connect("127.0.0.1", CLOSED))
    fails("not connected", lambda: make().publish("a", b"x", qos=1).wait_for_publish(1))
    fails("wrong topic", lambda: make().publish("a/#", b"x"))
    fails("wrong topic to subscribe to", lambda: make().subscribe(""))
    fails("wrong host", lambda: make().connect("", server.port))


@client("aiomqtt", "mosquitto")
async def of_aiomqtt(server, fails):
    import aiomqtt

    async def publish(body=b"x", port=server.port, password="right", **more):
        async with aiomqtt.Client("127.0.0.1", port, username="shop", password=password, timeout=5, **more) as one:
            await one.publish("a", body, qos=1, timeout=1)

    await fails.later("wrong password", publish(password="wrong"))
    await fails.later("wrong password, version 5", publish(password="wrong", protocol=aiomqtt.ProtocolVersion.V5))
    await fails.later("refused", publish(port=CLOSED))
    await fails.later("message too large", publish(bytes(5000)))


@client("confluent-kafka")
def of_confluent_kafka(server, fails):
    import confluent_kafka
    import confluent_kafka.admin

    quiet = {"bootstrap.servers": f"127.0.0.1:{CLOSED}", "log_level": 0, "error_cb": lambda _: None, "logger": __import__("logging").getLogger("quiet")}

    def too_many():
        one = confluent_kafka.Producer(quiet | {"queue.buffering.max.messages": 1})
        try:
            for _ in range(3):
                one.produce("orders", b"x")
        finally:
            one.purge()

    def in_vain():
        failures = []
        one = confluent_kafka.Producer(quiet | {"message.timeout.ms": 200})
        one.produce("orders", b"x", on_delivery=lambda failure, _: failures.append(failure))
        one.flush(5)
        raise confluent_kafka.KafkaException(failures[0])

    def closed():
        one = confluent_kafka.Consumer(quiet | {"group.id": "shop"})
        one.close()
        one.poll(0)

    fails("no broker", lambda: confluent_kafka.Producer(quiet).list_topics(timeout=0.5))
    fails("not delivered in time", in_vain)
    fails("queue full", too_many)
    fails("message too large", lambda: confluent_kafka.Producer(quiet | {"message.max.bytes": 1000}).produce("orders", bytes(2000)))
    fails("no such setting", lambda: confluent_kafka.Producer(quiet | {"missing": 1}))
    fails("no group", lambda: confluent_kafka.Consumer(quiet))
    fails("closed by the program", closed)
    admin = confluent_kafka.admin.AdminClient(quiet)
    topic = confluent_kafka.admin.NewTopic("orders", 1, 1)
    fails("no broker for an administrator", lambda: admin.create_topics([topic], request_timeout=2)["orders"].result())


@client("kafka-python")
def of_kafka_python(server, fails):
    import kafka
    import kafka.errors

    where = {"bootstrap_servers": f"127.0.0.1:{CLOSED}", "api_version": (2, 6), "max_block_ms": 300, "bootstrap_timeout_ms": 300}

    def produce():
        one = kafka.KafkaProducer(**where)
        try:
            one.send("orders", b"x").get(1)
        finally:
            one.close(0)

    def closed():
        one = kafka.KafkaProducer(**where)
        one.close(0)
        one.send("orders", b"x")

    fails("no broker", lambda: kafka.KafkaAdminClient(bootstrap_servers=f"127.0.0.1:{CLOSED}", bootstrap_timeout_ms=300).list_topics())
    fails("no metadata in time", produce)
    fails("wrong setting", lambda: kafka.KafkaProducer(missing=1))
    fails("closed by the program", closed)
    fails("not the leader", lambda: (_ for _ in ()).throw(kafka.errors.for_code(6)()))
    fails("message too large", lambda: (_ for _ in ()).throw(kafka.errors.for_code(10)("the message is 2000 bytes")))
