package main

import (
	"context"

	autoscaling "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

func updateStatus(ctx context.Context, at *place) (any, error) {
	// A pod is what no controller of a cluster without nodes writes to.
	made := pod("web")
	pods := at.kube.CoreV1().Pods(at.namespace)
	if err := until(ctx, "the pod to be allowed", func(ctx context.Context) (bool, error) {
		_, err := pods.Create(ctx, made, metav1.CreateOptions{})
		return err == nil, nil
	}); err != nil {
		return nil, err
	}
	read, err := pods.Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	read.Status.Phase, read.Status.Message = corev1.PodFailed, "by hand"
	read.Labels = map[string]string{"by": "status"}
	read.Spec.Containers[0].Image = "changed:1"
	written, err := pods.UpdateStatus(ctx, read, metav1.UpdateOptions{FieldManager: "writer"})
	if err != nil {
		return nil, err
	}
	written.Status.Message = "by the wrong door"
	again, err := pods.Update(ctx, written, metav1.UpdateOptions{FieldManager: "writer"})
	if err != nil {
		return nil, err
	}
	return map[string]any{"written": []any{plain(written), managersOf(written)}, "again": plain(again)}, nil
}

func scaleDeployment(ctx context.Context, at *place) (any, error) {
	client := at.kube.AppsV1().Deployments(at.namespace)
	if _, err := client.Create(ctx, deployment("web"), metav1.CreateOptions{}); err != nil {
		return nil, err
	}
	read, err := client.GetScale(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	before := plain(read)
	read.ResourceVersion = ""
	read.Spec.Replicas = 3
	scaled, err := client.UpdateScale(ctx, "web", read, metav1.UpdateOptions{})
	if err != nil {
		return nil, err
	}
	patched, err := client.Patch(ctx, "web", types.MergePatchType, []byte(`{"spec":{"replicas":2}}`), metav1.PatchOptions{}, "scale")
	if err != nil {
		return nil, err
	}
	_, err = client.UpdateScale(ctx, "web", &autoscaling.Scale{ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: at.namespace}, Spec: autoscaling.ScaleSpec{Replicas: -1}}, metav1.UpdateOptions{})
	return map[string]any{"before": before, "scaled": plain(scaled), "patched": patched.Name, "negative": why(err)}, nil
}
